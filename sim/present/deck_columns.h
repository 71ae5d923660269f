#pragma once
// The columns that say which deck a row is about, the same in every result.
#include "sim/present/document.h"

namespace archon::present {

// deck, set, file, hash, id, sas, aerc, link; people see name and set, and SAS where it `has_sas`. `file_of` gives a row's
// const DeckFile&.
template <class Row, class FileOf>
std::vector<ColumnOf<Row>> deck_columns(bool has_sas, FileOf file_of) {
  const auto cell = [file_of](Cell (*of)(const DeckFile&)) {
    return [file_of, of](const Row& row) { return of(file_of(row)); };
  };
  const auto rating = [file_of](auto member) {
    return [file_of, member](const Row& row) { return Cell(file_of(row).deck.identity.*member); };
  };
  return {
      {{.name = "deck", .head = "deck", .what = "Name"}, cell([](const DeckFile& each) { return Cell(each.deck.name); })},
      {{.name = "set", .head = "set", .what = "Code of the set", .drop = 9},
       cell([](const DeckFile& each) { return Cell(each.deck.set); })},
      {{.name = "sas",
        .head = has_sas ? "SAS" : "",
        .unit = Unit::Number,
        .what = "SAS as the input had it",
        .may_miss = true,
        .drop = 5,
        .digits = 0},
       rating(&DeckIdentity::sas)},
      {{.name = "aerc", .unit = Unit::Number, .what = "AERC as the input had it", .may_miss = true},
       rating(&DeckIdentity::aerc)},
      {{.name = "id", .what = "Of the deck registry", .may_miss = true},
       cell([](const DeckFile& each) { return each.deck.identity.id.empty() ? Cell() : Cell(each.deck.identity.id); })},
      {{.name = "link", .what = "The deck's page in the registry", .may_miss = true}, cell([](const DeckFile& each) {
         return each.deck.identity.id.empty() ? Cell() : Cell(registry_link(each.deck.identity));
       })},
      {{.name = "hash", .what = "Of the deck's content"},
       cell([](const DeckFile& each) { return Cell(hash_text(deck_hash(each.deck))); })},
      {{.name = "file", .what = "Where it was read"}, cell([](const DeckFile& each) { return Cell(each.file); })},
  };
}

}  // namespace archon::present

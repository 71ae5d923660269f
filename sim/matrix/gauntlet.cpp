#include "sim/matrix/gauntlet.h"

#include <iterator>
#include <set>

#include "sim/matrix/matrix_records.h"

namespace archon {
namespace {

std::set<uint64_t> hashes_of(const std::vector<DeckFile>& decks) {
  std::set<uint64_t> hashes;
  for (const DeckFile& each : decks) hashes.insert(deck_hash(each.deck));
  return hashes;
}

}  // namespace

std::vector<DeckFile> others(const std::vector<DeckFile>& decks, const std::vector<DeckFile>& mine) {
  const std::set<uint64_t> of_mine = hashes_of(mine);
  std::vector<DeckFile> rest;
  for (const DeckFile& each : decks)
    if (!of_mine.contains(deck_hash(each.deck))) rest.push_back(each);
  return rest;
}

Gauntlet arrange_gauntlet(const std::vector<DeckFile>& mine, const std::vector<DeckFile>& field) {
  const std::set<uint64_t> of_field = hashes_of(field);
  std::vector<DeckFile> alone, both, rest = others(field, mine);
  for (const DeckFile& each : mine) (of_field.contains(deck_hash(each.deck)) ? both : alone).push_back(each);

  Gauntlet gauntlet;
  for (std::vector<DeckFile>* part : {&alone, &both, &rest}) {
    sort_decks(*part);
    std::ranges::move(*part, std::back_inserter(gauntlet.decks));
  }
  gauntlet.pairs = {.mine = static_cast<int>(alone.size() + both.size()), .field = static_cast<int>(alone.size())};
  return gauntlet;
}

}  // namespace archon

// Finds the decks in a JSON text, wherever in it they stand, and hands each to the reader of its format.
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"
#include "engine/deck/json_fault.h"
#include "engine/deck/text_input.h"

namespace archon::import {
namespace {

LinkedCards linked_cards(const Json& object) {
  LinkedCards cards;
  const auto linked = object.find("_linked");
  if (linked == object.end() || !linked->is_object()) return cards;
  for (const Json& card : list_of(*linked, "cards")) {
    if (card.is_object()) cards.emplace(text_of(card, "id"), &card);
  }
  return cards;
}

void walk(const Json& value, const LinkedCards& linked, Importer& importer) {
  if (value.is_array()) {
    for (const Json& each : value) walk(each, linked, importer);
  }
  if (!value.is_object()) return;
  if (read_master_vault(value, linked, importer) || read_dok(value, importer) || read_keyteki(value, importer) ||
      read_titles(value, importer)) {
    return;
  }
  if (value.contains("_linked")) {
    const LinkedCards own = linked_cards(value);
    for (const Json& each : value) walk(each, own, importer);
  } else {
    for (const Json& each : value) walk(each, linked, importer);
  }
}

void refuse(Importer& importer) {
  const JsonFault fault = find_json_fault(importer.bytes());
  if (!fault.of_form) return importer.problem(0, "this is not valid JSON");
  const bool cut_off = fault.byte > importer.bytes().size();
  const int line = line_at(importer.bytes(), fault.byte == 0 ? 0 : fault.byte - 1);
  importer.problem(line, cut_off ? "the JSON ends too early" : "this is not valid JSON",
                   cut_off ? "is the file complete?" : "");
}

}  // namespace

void read_json(Importer& importer) {
  if (json_depth(importer.bytes()) > kMaxJsonDepth)
    return importer.problem(0, "JSON nested deeper than 32 brackets holds no deck");
  Json json = Json::parse(importer.bytes(), nullptr, false);
  if (json.is_discarded()) return refuse(importer);
  if (json.is_object() && number_of(json, "code", 0) == 429) {
    return importer.problem(0, "this is no deck: the registry answered that it was asked too often", "wait and load it again");
  }
  const size_t before = importer.decks();
  walk(json, {}, importer);
  if (importer.decks() == before)
    importer.problem(0, "there is no deck in this JSON", "README.md of engine/deck lists the formats");
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return "";
  if (found->is_number()) return found->dump();
  return found->is_string() ? found->get<std::string>() : "";
}

int number_of(const Json& object, const char* key, int otherwise) {
  const std::string text = text_of(object, key);
  int number = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : otherwise;
}

bool flag_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

void read_marks(const Json& card, DeckMarks& marks) {
  for (const DeckMark& mark : kDeckMarks) marks.*mark.is = flag_of(card, mark.word.data());
}

const Json& list_of(const Json& object, const char* key) {
  static const Json kNone = Json::array();
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : kNone;
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  if (!list.is_array()) return texts;
  for (const Json& each : list) {
    if (each.is_string()) texts.push_back(each.get<std::string>());
  }
  return texts;
}

std::vector<House> houses_of(const Json& list, RawDeck& deck, Importer& importer) {
  return importer.known_houses(texts_of(list), deck);
}

size_t find_text(std::string_view bytes, std::string_view text, size_t from) {
  if (text.empty()) return std::string_view::npos;
  const size_t at = bytes.find(Json(text).dump(), from);
  return at != std::string_view::npos ? at : bytes.find(Json(text).dump(-1, ' ', true), from);  // with \u escapes
}

}  // namespace archon::import

// Recognises what kind of text a deck is in, and reads files.
#include "engine/deck/import.h"

#include <algorithm>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"
#include "engine/facts/visible_text.h"

namespace archon {

namespace import {

void Importer::problem(int line, std::string message, std::string hint, std::string deck) {
  if (room() > 0)
    result_.problems.push_back({line, std::move(message), std::move(hint), std::move(deck)});
  else
    ++more_problems_;
}

void Importer::warning(int line, std::string message, std::string hint, std::string deck) {
  if (result_.warnings.size() >= kMaxImportWarnings)
    ++more_warnings_;
  else
    result_.warnings.push_back({line, std::move(message), std::move(hint), std::move(deck)});
}

size_t Importer::room() const { return most_problems_ - std::min(most_problems_, result_.problems.size()); }

// Each look-up reads the whole text, so that only the first ones are made.
bool Importer::may_seek() const { return seeks_++ < kMaxImportProblems; }

int Importer::line(const RawDeck& deck) const {
  if (deck.line != kUnsought) return deck.line;
  if (!may_seek()) return 0;
  const size_t at = find_text(bytes_, deck.name);
  return at == std::string_view::npos ? 0 : line_at(bytes_, at);
}

int Importer::line(const RawDeck& deck, const RawCard& card) const {
  if (card.line != kUnsought) return card.line;
  if (!may_seek()) return 0;
  const size_t name = find_text(bytes_, deck.name);
  size_t at = find_text(bytes_, card.title, name == std::string_view::npos ? 0 : name);
  if (at == std::string_view::npos) at = find_text(bytes_, card.title);
  return at == std::string_view::npos ? line(deck) : line_at(bytes_, at);
}

void Importer::add(Deck deck) { result_.decks.push_back(std::move(deck)); }

void Importer::add(RawDeck deck) {
  std::ranges::stable_sort(deck.cards, {}, &RawCard::order);
  if (!deck.id.empty()) {
    const auto [place, fresh] = place_of_id_.try_emplace(deck.id, raw_.size());
    if (!fresh) {
      RawDeck& same = raw_[place->second];
      if (deck.rank > same.rank) std::swap(deck, same);
      if (same.sas.empty()) same.sas = deck.sas;
      if (same.aerc.empty()) same.aerc = deck.aerc;
      return;
    }
  }
  raw_.push_back(std::move(deck));
}

std::vector<House> Importer::known_houses(const std::vector<std::string>& words, RawDeck& deck) {
  std::vector<House> houses;
  for (const std::string& word : words) {
    const House house = house_from_name(word);
    if (house == House::None) {
      problem(line(deck), in_quotes(deck.name) + ": unknown house " + in_quotes(word), room() > 0 ? nearest_house(word) : "",
              deck.name);
      deck.broken = true;
    }
    houses.push_back(house);
    if (houses.size() <= kHouses) continue;
    problem(line(deck), in_quotes(deck.name) + ": a deck has three houses, not " + std::to_string(words.size()), "", deck.name);
    deck.broken = true;
    break;
  }
  return houses;
}

ImportResult Importer::finish() {
  if (raw_.size() > kMaxImportDecks) {
    problem(0, "more than " + std::to_string(kMaxImportDecks) + " decks", "split the file");
    raw_.clear();
  }
  for (const RawDeck& raw : raw_) {
    const std::string name(raw.name.empty() ? default_name_ : std::string_view(raw.name));
    std::optional<Deck> deck;
    if (raw.cards.size() > kMaxRawCards)
      problem(line(raw), in_quotes(name) + ": the deck has " + std::to_string(raw.cards.size()) + " cards instead of 36", "",
              name);
    else if (!raw.broken)
      deck = build_deck(raw, *this);
    if (deck)
      result_.decks.push_back(*std::move(deck));
    else
      unread(name, line(raw));
  }
  if (result_.decks.empty() && result_.problems.empty()) problem(0, "there is no deck in it");
  if (result_.unread.empty() && !result_.problems.empty()) unread("", result_.problems.front().line);
  if (more_problems_ > 0) result_.problems.push_back({0, "and " + std::to_string(more_problems_) + " more problems", ""});
  if (more_warnings_ > 0) result_.warnings.push_back({0, "and " + std::to_string(more_warnings_) + " more warnings", ""});
  return std::move(result_);
}

}  // namespace import

namespace {

ImportResult failure(int line, std::string message, std::string hint = "") {
  ImportResult result;
  result.problems.push_back({line, std::move(message), std::move(hint)});
  result.unread.push_back({"", line});
  return result;
}

std::string_view first_word(std::string_view text) {
  const size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

// A list of JSON; "[Dis]" is the heading of a pasted list.
bool is_json(std::string_view start) {
  if (start.front() == '{') return true;
  if (start.front() != '[') return false;
  const size_t next = start.find_first_not_of(" \t\r\n", 1);
  return next == std::string_view::npos || std::string_view("{[]\"-0123456789").find(start[next]) != std::string_view::npos;
}

// A deck file has two headers or more and [House] sections, which no pasted list has.
bool is_deck_file(std::string_view text) {
  int headers = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#' || line.front() == '\r') continue;
    if (line.front() == '[') return headers >= 2;
    const std::string key = fold_name(line.substr(0, std::min(line.find(':'), line.size())));
    const bool header = key == "name" || key == "set" || key == "houses";
    if (!header && headers < 2) return false;
    headers += header;
  }
  return false;
}

// Where the next deck begins in a text of several deck files: at the first header after the cards. Its size when there is none.
size_t next_deck(std::string_view text) {
  bool in_cards = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    if (in_cards && is_deck_header(line)) return at;
    in_cards = in_cards || line.starts_with('[');
    at = end + 1;
  }
  return text.size();
}

void read_own(import::Importer& importer) {
  std::string_view text = importer.bytes();
  size_t decks = 0;
  for (int line = 0; !text.empty();) {
    if (++decks > kMaxImportDecks) {
      return importer.problem(line + 1, "more than " + std::to_string(kMaxImportDecks) + " decks", "split the file");
    }
    const std::string_view one = text.substr(0, next_deck(text));
    DeckResult read = parse_deck(one, importer.room());
    for (DeckProblem& problem : read.problems) {
      if (line > 0) problem.line = std::max(1, problem.line) + line;  // of a later deck: its first line instead of the whole
      importer.problem(problem.line, std::move(problem.message), std::move(problem.hint), read.name);
    }
    if (!read.deck) importer.unread(std::move(read.name), line > 0 ? line + 1 : 0);
    if (read.deck) importer.add(*std::move(read.deck));
    line += line_at(one, one.size()) - 1;
    text.remove_prefix(one.size());
  }
}

}  // namespace

ImportResult import_decks(std::string_view bytes, std::string_view name, size_t most_problems) {
  if (bytes.size() > kMaxImportBytes) return failure(0, "larger than 16 MB", "is it a deck?");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return failure(0, "this is UTF-16 text", "save it as UTF-8");
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (const size_t bad = find_bad_byte(bytes); bad != std::string_view::npos) {
    return failure(line_at(bytes, bad), "this is not UTF-8 text", "is it a deck? then save it as UTF-8");
  }
  const std::string_view start = first_word(bytes);
  if (start.empty()) return failure(0, "the file is empty");
  if (start.front() == '<') return failure(0, "this is a web page, not a deck", "save the deck as JSON, CSV or text");
  import::Importer importer(bytes, name, most_problems);
  if (is_json(start)) {
    import::read_json(importer);
  } else if (is_deck_file(bytes)) {
    read_own(importer);
  } else if (!import::read_dok_csv(importer)) {
    import::read_text(importer);
  }
  return importer.finish();
}

std::string deck_name_of(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);  // npos + 1 is 0
  for (const std::string_view ending : {".txt", ".text", ".md", ".list"})
    if (file.ends_with(ending)) file.remove_suffix(ending.size());
  return std::string(file);
}

}  // namespace archon

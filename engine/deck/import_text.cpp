// Lists of cards as people paste them: "2x Dust Imp", titles below a house, rarity letters, titles joined by "|".
#include <algorithm>
#include <cctype>
#include <set>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"

namespace archon::import {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool known(std::string_view title) {
  RawCard card;
  card.title = std::string(title);
  take_marks(card);
  return find_deck_card(card.title) >= 0;
}

// Takes off what people decorate lines with: bullets, Markdown headings and emphasis.
std::string_view undecorated(std::string_view line) {
  line = trim(line);
  for (const std::string_view bullet : {"- ", "* ", "\xE2\x80\xA2 ", "\xE2\x80\x93 "}) {
    if (line.starts_with(bullet)) line = trim(line.substr(bullet.size()));
  }
  while (line.starts_with('#')) line = trim(line.substr(1));
  while (line.size() > 4 && line.starts_with("**") && line.ends_with("**")) line = trim(line.substr(2, line.size() - 4));
  return line;
}

// "Dis", "[Dis]", "Dis:", "House Dis (12)"; None when the line is no house.
House house_heading(std::string_view line) {
  if (line.starts_with('[') && line.ends_with(']')) line = trim(line.substr(1, line.size() - 2));
  if (line.ends_with(')') && line.find('(') != std::string_view::npos) {
    const std::string_view inside = line.substr(line.find('(') + 1);
    if (!inside.empty() && is_digit(inside.front())) line = trim(line.substr(0, line.find('(')));
  }
  if (line.ends_with(':')) line = trim(line.substr(0, line.size() - 1));
  if (fold_name(line).starts_with("house ")) line = trim(line.substr(6));
  return line.empty() ? House::None : house_from_name(line);
}

// "2x Dust Imp", "2 Dust Imp", "2 x Dust Imp", "Dust Imp x2": the number of copies, -1 when there is none.
int take_count(std::string_view& line) {
  size_t digits = 0;
  int count = 0;
  while (digits < line.size() && digits < 3 && is_digit(line[digits])) count = count * 10 + (line[digits++] - '0');
  if (digits > 0 && digits < line.size()) {
    std::string_view rest = line.substr(digits);
    const bool blank = rest.front() == ' ' || rest.front() == '\t';
    rest = trim(rest);
    const bool times = rest.size() > 1 && (rest.front() == 'x' || rest.front() == 'X') && (rest[1] == ' ' || rest[1] == '\t');
    const bool sign = rest.starts_with("\xC3\x97");
    if (times || sign || blank) {
      line = trim(rest.substr(sign ? 2 : times ? 1 : 0));
      return count;
    }
  }
  const size_t x = line.rfind(" x");
  if (x != std::string_view::npos && x + 2 < line.size() && std::ranges::all_of(line.substr(x + 2), is_digit) &&
      line.size() - x < 5) {
    count = std::stoi(std::string(line.substr(x + 2)));
    line = trim(line.substr(0, x));
    return count;
  }
  return -1;
}

// "C: Dust Imp", "(R) Master of 1", "Dust Imp (C)", "Dust Imp (Common)".
void take_rarity(std::string_view& line) {
  constexpr std::string_view kLetters = "CURFVSTcurfvst";
  if (line.size() > 2 && kLetters.find(line[0]) != std::string_view::npos && line[1] == ':') line = trim(line.substr(2));
  if (line.size() > 4 && line[0] == '(' && kLetters.find(line[1]) != std::string_view::npos && line[2] == ')')
    line = trim(line.substr(3));
  for (const std::string_view word :
       {"(Common)", "(Uncommon)", "(Rare)", "(Special)", "(Fixed)", "(Variant)", "(C)", "(U)", "(R)"}) {
    if (line.ends_with(word)) line = trim(line.substr(0, line.size() - word.size()));
  }
}

// "Dust Imp [amber,draw]", "Dust Imp +amber".
void take_icons(std::string_view& line, RawCard& card) {
  if (line.ends_with(']') && line.find('[') != std::string_view::npos && line.find('[') > 0) {
    std::string_view list = line.substr(line.rfind('[') + 1);
    list.remove_suffix(1);
    while (!list.empty()) {
      const size_t end = std::min(list.find(','), list.size());
      card.icons.emplace_back(trim(list.substr(0, end)));
      list.remove_prefix(std::min(end + 1, list.size()));
    }
    line = trim(line.substr(0, line.rfind('[')));
  }
  std::vector<std::string> added;
  for (size_t plus = line.rfind(" +"); plus != std::string_view::npos && plus > 0; plus = line.rfind(" +")) {
    added.emplace_back(trim(line.substr(plus + 2)));
    line = trim(line.substr(0, plus));
  }
  card.icons.insert(card.icons.begin(), added.rbegin(), added.rend());
}

class TextReader {
 public:
  explicit TextReader(Importer& importer) : importer_(importer) {
    deck_.line = 0;
    deck_.unmarked = true;
  }

  void read() {
    std::string_view text = importer_.bytes();
    while (!text.empty() && unread_ < kMaxUnread && deck_.cards.size() <= kMaxRawCards) {
      ++line_;
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.size() > kMaxDeckLine) return importer_.problem(line_, too_long_line(), "is it a deck?");
      read_line(undecorated(line));
    }
    if (deck_.cards.empty()) return importer_.problem(0, nothing_read());
    if (unread_ >= kMaxUnread) return importer_.problem(0, "this is no list of cards: most lines are no titles");
    if (ids_.size() == 1) deck_.id = *ids_.begin();
    importer_.add(std::move(deck_));
  }

 private:
  static constexpr int kMaxUnread = 100;  // lines with unknown titles, beyond which the rest is not looked at

  std::string nothing_read() const {
    return links_ > 0 ? "there is only a link to the deck, not its cards; save the deck as JSON or copy the list"
                      : "there is no deck in this text";
  }

  void read_line(std::string_view line) {
    if (line.empty() || line.starts_with("//")) return;
    if (line.find("://") != std::string_view::npos || line.starts_with("www.")) {
      ++links_;
      if (std::string id = find_uuid(line); !id.empty()) ids_.insert(std::move(id));
      return;
    }
    if (header(line) || heading(line)) return;
    if (line.find('|') != std::string_view::npos && joined(line)) return;
    std::string_view title = line;
    RawCard raw;
    const int count = known(title) ? -1 : take_count(title);
    if (count < 0 && !begun_ && !known_card(title)) {
      if (deck_.name.empty()) deck_.name = std::string(line);  // the title of the list, if nothing else
      unread_ += 1;
      return;
    }
    card(title, count < 0 ? 1 : count);
  }

  static bool known_card(std::string_view title) {
    RawCard raw;
    take_rarity(title);
    take_icons(title, raw);
    return known(title.substr(0, title.find('|')));
  }

  void card(std::string_view title, int count) {
    begun_ = true;
    RawCard raw;
    raw.line = line_;
    raw.count = count;
    raw.house = house_;
    take_rarity(title);
    take_icons(title, raw);
    // "Shooler| brobnar": the house of a maverick.
    if (const size_t bar = title.rfind('|'); bar != std::string_view::npos) {
      const House house = house_from_name(trim(title.substr(bar + 1)));
      if (house != House::None) {
        raw.house = house;
        title = trim(title.substr(0, bar));
      }
    }
    raw.title = std::string(title);
    if (!known(title)) ++unread_;
    deck_.cards.push_back(std::move(raw));
  }

  // "Dust Imp|Dust Imp|Dextre"
  bool joined(std::string_view line) {
    std::vector<std::string_view> titles;
    for (std::string_view rest = line; !rest.empty();) {
      const size_t end = std::min(rest.find('|'), rest.size());
      titles.push_back(trim(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (titles.size() < 2 || !std::ranges::all_of(titles, known)) return false;
    for (const std::string_view title : titles) card(title, 1);
    return true;
  }

  bool heading(std::string_view line) {
    const House house = house_heading(line);
    if (house == House::None) return false;
    house_ = house;
    begun_ = true;
    if (std::ranges::find(deck_.houses, house) == deck_.houses.end()) deck_.houses.push_back(house);
    return true;
  }

  // "Set: CotA", "Houses: Dis, Logos, Mars", "Token: Cultist", or a line that is just the name of a set.
  bool header(std::string_view line) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
      if (!deck_.set.empty() || begun_ || find_set_code(line).empty() || is_digit(line.front())) return false;
      deck_.set = std::string(line);
      return true;
    }
    const std::string key = fold_name(trim(line.substr(0, colon)));
    const std::string value(trim(line.substr(colon + 1)));
    if (key == "name" || key == "deck") {
      deck_.name = value;
    } else if (key == "set" || key == "expansion") {
      deck_.set = value;
    } else if (key == "sas") {
      deck_.sas = value;
    } else if (key == "aerc") {
      deck_.aerc = value;
    } else if (key == "houses") {
      return true;  // the headings or the cards tell them, too
    } else if (key == "token" || key == "token creature" || key == "archon power" || key == "prophecy") {
      deck_.cards.emplace_back().title = value;
      deck_.cards.back().line = line_;
    } else {
      return false;
    }
    return true;
  }

  Importer& importer_;
  RawDeck deck_;
  House house_ = House::None;
  bool begun_ = false;  // a card or a house was read: what follows is no name of the deck
  int line_ = 0, links_ = 0, unread_ = 0;
  std::set<std::string> ids_;  // in links; it is the deck's if there is one only
};

}  // namespace

void read_text(Importer& importer) { TextReader(importer).read(); }

}  // namespace archon::import

// Spreadsheets (CSV) of Decks of KeyForge, read by the names of their columns, which changed over the years: the download of a
// search or of one's own decks (titles by house), and the file with all decks (titles of a deck with the number of copies).
#include <algorithm>
#include <array>
#include <map>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"

namespace archon::import {
namespace {

struct Row {
  int line = 1;
  std::vector<std::string> cells;
};

// What stands between the cells: the one of comma, semicolon and tab that the first line has most of, outside of quotes.
char separator_of(std::string_view text) {
  std::array<size_t, 3> counts{};
  constexpr std::string_view kSeparators = ",;\t";
  bool quoted = false;
  for (const char c : text.substr(0, text.find('\n'))) {
    quoted = quoted != (c == '"');
    if (const size_t i = kSeparators.find(c); i != std::string_view::npos && !quoted) ++counts[i];
  }
  return kSeparators[static_cast<size_t>(std::ranges::max_element(counts) - counts.begin())];
}

// Rows of a table; a cell in double quotes may hold separators, line ends, and double quotes written twice.
class Table {
 public:
  explicit Table(std::string_view text) : text_(text), separator_(separator_of(text)) {}

  bool next(Row& row) {
    while (!text_.empty() && (text_.front() == '\n' || text_.front() == '\r')) drop();
    if (text_.empty()) return false;
    row.line = line_;
    row.cells.assign(1, "");
    bool quoted = false;
    for (; !text_.empty(); drop()) {
      const char c = text_.front();
      if (quoted && c == '"' && text_.starts_with("\"\"")) {
        row.cells.back() += '"';
        drop();
      } else if (c == '"') {
        quoted = !quoted;
      } else if (quoted) {
        row.cells.back() += c;
      } else if (c == separator_) {
        row.cells.emplace_back();
      } else if (c == '\n') {
        break;
      } else if (c != '\r') {
        row.cells.back() += c;
      }
    }
    open_quote_ = quoted;
    return true;
  }
  bool open_quote() const { return open_quote_; }

 private:
  void drop() {
    if (text_.front() == '\n') ++line_;
    text_.remove_prefix(1);
  }

  std::string_view text_;
  char separator_;
  int line_ = 1;
  bool open_quote_ = false;
};

// The parts that are not blank; no more than one too many, which is a problem where they are used.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty() && parts.size() <= kMaxRawCards) {
    const size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = trim(text.substr(0, end));
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

class CsvReader {
 public:
  CsvReader(const Row& header, Importer& importer) : width_(header.cells.size()), importer_(importer) {
    for (size_t i = 0; i < header.cells.size(); ++i) columns_.emplace(fold_name(header.cells[i]), i);
  }

  bool is_decks() const { return columns_.contains("name") && columns_.contains("expansion") && width_ >= 4; }
  bool has_cards() const { return columns_.contains("house 1 cards") || columns_.contains("card_names"); }

  void read(const Row& row) {
    if (row.cells.size() != width_) {
      const size_t name = columns_.at("name");
      const std::string called = name < row.cells.size() ? row.cells[name] : "";
      importer_.unread(called, row.line);
      return importer_.problem(
          row.line,
          "a row of " + std::to_string(row.cells.size()) + " cells in a table of " + std::to_string(width_) + " columns",
          "is the file complete?", called);
    }
    RawDeck deck;
    deck.name = cell(row, "name");
    deck.set = cell(row, "expansion");
    for (const char* column : {"keyforge_id", "master vault link", "dok link"})
      if (deck.id.empty()) deck.id = find_uuid(cell(row, column));
    deck.sas = cell(row, "sas rating") + cell(row, "sas_rating");  // one of them, depending on the kind of table
    deck.aerc = cell(row, "raw aerc score") + cell(row, "aerc_score");
    deck.line = row.line;
    deck.unmarked = true;
    for (const char* column : {"houses", "house_names_string"}) read_houses(cell(row, column), deck);
    if (columns_.contains("house 1 cards")) {
      read_by_house(row, deck);
    } else {
      read_packed(cell(row, "card_names"), deck);
    }
    importer_.add(std::move(deck));
  }

 private:
  std::string cell(const Row& row, const std::string& column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? "" : row.cells[found->second];
  }

  // "Dis | Logos | StarAlliance"
  void read_houses(const std::string& text, RawDeck& deck) {
    for (const House house : importer_.known_houses(split(text, '|'), deck)) deck.houses.push_back(house);
  }

  void read_by_house(const Row& row, RawDeck& deck) const {
    for (size_t i = 0; i < deck.houses.size(); ++i) {
      for (std::string& title : split(cell(row, "house " + std::to_string(i + 1) + " cards"), '|')) {
        RawCard card;
        card.title = std::move(title);
        card.house = deck.houses[i];
        card.line = row.line;
        deck.cards.push_back(std::move(card));
      }
    }
  }

  // "~Dust Imp12~Dextre1~": the digits from 1 on count the copies.
  static void read_packed(const std::string& text, RawDeck& deck) {
    for (std::string& title : split(text, '~')) {
      int count = 0;
      for (int copies = 12; copies > 0 && count == 0; --copies) {
        std::string digits;
        for (int i = 1; i <= copies; ++i) digits += std::to_string(i);
        if (!title.ends_with(digits)) continue;
        title.resize(title.size() - digits.size());
        count = copies;
      }
      RawCard card;
      card.title = std::move(title);
      card.count = std::max(1, count);
      card.line = deck.line;
      deck.cards.push_back(std::move(card));
    }
  }

  std::map<std::string, size_t> columns_;
  size_t width_;
  Importer& importer_;
};

}  // namespace

bool read_dok_csv(Importer& importer) {
  Table table(importer.bytes());
  Row row;
  if (!table.next(row)) return false;
  CsvReader reader(row, importer);
  if (!reader.is_decks()) return false;
  if (!reader.has_cards()) {
    importer.problem(row.line, "this table of decks has no column with their cards", "'House 1 Cards' or 'card_names'");
    return true;
  }
  int rows = 0;
  for (; table.next(row); ++rows) {
    if (table.open_quote()) {
      importer.problem(row.line, "a quote is not closed in the row that begins here", "is the file complete?");
      importer.unread("", row.line);  // and what may follow
      return true;
    }
    reader.read(row);
  }
  if (rows == 0) importer.problem(row.line, "a table without a deck");
  return true;
}

}  // namespace archon::import

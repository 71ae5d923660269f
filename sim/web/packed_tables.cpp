#include "sim/web/packed_tables.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <utility>

#include "engine/core/fnv.h"
#include "engine/facts/table_fields.h"
#include "sim/web/weight_coder.h"

namespace archon {
namespace {

// What a file is packed as: columns, each read from its beginning.
using Columns = std::vector<std::string>;
using Rest = std::vector<std::string_view>;

void put_number(std::string& bytes, size_t number) {
  for (; number >= 128; number >>= 7) bytes += static_cast<char>(number % 128 + 128);
  bytes += static_cast<char>(number);
}

size_t take_number(std::string_view& bytes) {
  size_t number = 0;
  for (int shift = 0; !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    number |= static_cast<size_t>(byte % 128) << shift;
    if (byte < 128) break;
  }
  return number;
}

std::string_view take_bytes(std::string_view& bytes, size_t count) {
  const std::string_view head = bytes.substr(0, count);
  bytes.remove_prefix(head.size());
  return head;
}

int whole(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// "Champion’s Challenge": champion-s-challenge, which is the id of most cards of that name.
std::string id_of(std::string_view name) {
  std::string id;
  for (const char c : name) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool letter = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
    if (letter)
      id += low;
    else if (!id.empty() && id.back() != '-')
      id += '-';
  }
  if (id.ends_with('-')) id.pop_back();
  return id;
}

}  // namespace

// The cards of facts.tsv, in its order: others name them by their numbers.
struct PackedCards {
  std::vector<std::string> ids, houses;  // the house of the first printing
  std::map<std::string, size_t, std::less<>> number;

  void add(std::string_view id, std::string_view house) {
    number.emplace(id, ids.size());
    ids.emplace_back(id);
    houses.emplace_back(house);
  }
  size_t find(std::string_view id) const {
    const auto found = number.find(id);
    return found == number.end() ? 0 : found->second;
  }
};

namespace {

using Cards = PackedCards;

// --- facts.tsv: a column each but for the printings, which are four.

constexpr size_t kFields = 10, kPrintings = 8, kFactNumbers = kFields, kFactHouses = kFields + 1, kFactRarities = kFields + 2,
                 kFactColumns = kFields + 3;

bool counted(std::string_view number) {
  return number.size() == 3 && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
}

// Numbers of a set's cards by how much larger each is than that of the card before; others ("A03") as they are.
class CardNumbers {
 public:
  std::string shortened(std::string_view set, std::string_view number) {
    if (!counted(number)) return "=" + std::string(number);
    return std::to_string(whole(number) - std::exchange(last_[std::string(set)], whole(number)));
  }
  std::string whole_number(std::string_view set, std::string_view text) {
    if (text.starts_with('=')) return std::string(text.substr(1));
    const std::string digits = std::to_string(last_[std::string(set)] += whole(text));
    return std::string(3 - std::min<size_t>(3, digits.size()), '0') + digits;
  }

 private:
  std::map<std::string, int> last_;
};

// Words of a card's printings: one that is as the word before is left out.
std::string but_for(std::string_view word, std::string_view before) { return word == before ? "" : std::string(word); }

void pack_printings(std::string_view printings, Columns& columns, CardNumbers& numbers) {
  std::string house, rarity;
  for (bool first = true; !printings.empty(); first = false) {
    std::string_view printing = take(printings, ',');
    const std::string_view set = take(printing, ':'), number = take(printing, ':'), here = take(printing, ':');
    const std::string between(first ? "" : ",");
    columns[kPrintings] += between + std::string(set);
    columns[kFactNumbers] += numbers.shortened(set, number) + "\n";
    columns[kFactHouses] += between + but_for(here, house);
    columns[kFactRarities] += between + but_for(printing, rarity);
    house = here;
    rarity = printing;
  }
  for (const size_t column : {kPrintings, kFactHouses, kFactRarities}) columns[column] += "\n";
}

Columns pack_facts(std::string_view text, Cards& cards) {
  Columns columns(kFactColumns);
  CardNumbers numbers;
  columns.push_back(std::string(take(text, '\n')));
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    std::vector<std::string_view> fields;
    for (size_t i = 0; i < kFields; ++i) fields.push_back(take(line, '\t'));
    std::string_view place = fields[kPrintings];
    for (int i = 0; i < 2; ++i) take(place, ':');
    cards.add(fields[0], take(place, ':'));
    pack_printings(fields[kPrintings], columns, numbers);
    if (fields[0] == id_of(fields[1])) fields[0] = "";
    for (size_t i = 0; i < kFields; ++i)
      if (i != kPrintings) columns[i] += std::string(fields[i]) + "\n";
  }
  return columns;
}

std::string unpack_printings(Rest& columns, CardNumbers& numbers, std::string& first_house) {
  std::string_view sets = take(columns[kPrintings], '\n'), houses = take(columns[kFactHouses], '\n'),
                   rarities = take(columns[kFactRarities], '\n');
  std::string text, house, rarity;
  while (!sets.empty()) {
    const std::string_view set = take(sets, ','), here = take(houses, ','), how = take(rarities, ',');
    if (!here.empty()) house = here;
    if (!how.empty()) rarity = how;
    if (text.empty())
      first_house = house;
    else
      text += ',';
    text += std::string(set) + ":" + numbers.whole_number(set, take(columns[kFactNumbers], '\n')) + ":" + house + ":" + rarity;
  }
  return text;
}

std::string unpack_facts(Rest columns, Cards& cards) {
  CardNumbers numbers;
  std::string text = std::string(columns[kFactColumns]) + "\n";
  while (!columns[1].empty()) {
    std::string house, line;
    const std::string_view shown = take(columns[0], '\n'), name = take(columns[1], '\n');
    const std::string id = shown.empty() ? id_of(name) : std::string(shown);
    line = id + "\t" + std::string(name);
    for (size_t i = 2; i < kFields; ++i)
      line += "\t" + (i == kPrintings ? unpack_printings(columns, numbers, house) : std::string(take(columns[i], '\n')));
    cards.add(id, house);
    text += line + "\n";
  }
  return text;
}

// --- registry.tsv: 16 bytes of an id, the card's number, the house where it is not that of the first printing.

constexpr size_t kIdBytes = 16;
constexpr std::string_view kHex = "0123456789abcdef";

Columns pack_registry(std::string_view text, const Cards& cards) {
  Columns columns(3);
  columns.push_back(std::string(take(text, '\n')));
  while (!text.empty()) {
    std::string digits(take(text, '\t'));
    std::erase(digits, '-');
    const size_t card = cards.find(take(text, '\t'));
    for (size_t i = 0; i + 1 < digits.size(); i += 2)
      columns[0] += static_cast<char>(kHex.find(digits[i]) * 16 + kHex.find(digits[i + 1]));
    put_number(columns[1], card);
    columns[2] += but_for(take(text, '\n'), cards.houses[card]) + "\n";
  }
  return columns;
}

std::string unpack_registry(Rest columns, const Cards& cards) {
  std::string text = std::string(columns[3]) + "\n";
  while (!columns[0].empty()) {
    std::string id;
    for (const char byte : take_bytes(columns[0], kIdBytes)) {
      if (id.size() == 8 || id.size() == 13 || id.size() == 18 || id.size() == 23) id += '-';
      id += kHex[static_cast<uint8_t>(byte) / 16];
      id += kHex[static_cast<uint8_t>(byte) % 16];
    }
    const size_t card = take_number(columns[1]);
    const std::string_view house = take(columns[2], '\n');
    text += id + "\t" + cards.ids[card] + "\t" + (house.empty() ? cards.houses[card] : std::string(house)) + "\n";
  }
  return text;
}

// --- ratings.txt: what stands before the parts as it is; of parts their names, cards as runs of rising numbers; value and
// error in ten-thousandths with the sign as the last bit, the lowest bytes of all, then the next.

constexpr size_t kHead = 0, kPartNames = 1, kCardSteps = 2, kPartValues = 3, kPartErrors = 6, kRatingColumns = 9, kPlanes = 3;
constexpr size_t kDecimals = 4;

bool of_card(std::string_view name) { return name.starts_with("card ") || name.starts_with("again "); }

void put_decimal(Columns& columns, size_t first, std::string_view text) {
  const bool minus = text.starts_with('-');
  std::string digits(text.substr(minus ? 1 : 0));
  std::erase(digits, '.');
  size_t number = static_cast<size_t>(whole(digits)) * 2 + (minus ? 1 : 0);
  for (size_t plane = 0; plane < kPlanes; ++plane, number /= 256) columns[first + plane] += static_cast<char>(number % 256);
}

std::string take_decimal(Rest& columns, size_t first) {
  size_t number = 0;
  for (size_t plane = 0; plane < kPlanes; ++plane)
    number |= static_cast<size_t>(static_cast<uint8_t>(take_bytes(columns[first + plane], 1).front())) << (8 * plane);
  std::string digits = std::to_string(number / 2);
  if (digits.size() <= kDecimals) digits.insert(0, kDecimals + 1 - digits.size(), '0');
  digits.insert(digits.size() - kDecimals, 1, '.');
  return (number % 2 != 0 ? "-" : "") + digits;
}

Columns pack_ratings(std::string_view text, const Cards& cards) {
  Columns columns(kRatingColumns);
  constexpr std::string_view kLastOfHead = "\nscale ";
  const size_t last = std::min(text.rfind(kLastOfHead), text.size() - 1);
  columns[kHead] = take_bytes(text, std::min(text.size(), text.find('\n', last + 1) + 1));
  std::string run;
  size_t card = 0, length = 0;
  const auto end_run = [&] {
    if (length > 0) columns[kPartNames] += run + " " + std::to_string(length) + "\n";
    length = 0;
  };
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    const size_t error = line.rfind(' '), value = line.rfind(' ', error - 1);
    put_decimal(columns, kPartValues, line.substr(value + 1, error - value - 1));
    put_decimal(columns, kPartErrors, line.substr(error + 1));
    std::string_view name = line.substr(0, value);
    if (!of_card(name)) {
      end_run();
      columns[kPartNames] += std::string(name) + "\n";
      continue;
    }
    const std::string kind(take(name, ' '));
    const size_t here = cards.find(take(name, ' '));
    const std::string of = kind + " " + std::string(name);
    if (of != run || here < card) end_run();
    if (length == 0) card = 0;
    run = of;
    put_number(columns[kCardSteps], here - std::exchange(card, here));
    ++length;
  }
  end_run();
  return columns;
}

std::string unpack_ratings(Rest columns, const Cards& cards) {
  std::string text(columns[kHead]);
  const auto add = [&](const std::string& name) {
    const std::string value = take_decimal(columns, kPartValues);
    text += name + " " + value + " " + take_decimal(columns, kPartErrors) + "\n";
  };
  while (!columns[kPartNames].empty()) {
    std::string_view name = take(columns[kPartNames], '\n');
    if (!of_card(name)) {
      add(std::string(name));
      continue;
    }
    const std::string kind(take(name, ' ')), set(take(name, ' '));
    size_t card = 0;
    for (int left = whole(name); left > 0; --left) {
      card += take_number(columns[kCardSteps]);
      add(kind + " " + cards.ids[card] + " " + set);
    }
  }
  return text;
}

// --- policy.txt: what stands before the weights as it is; names, of which the next card's is left out; lengths of rows;
// weights of 4 hexadecimal digits (weight_coder.h).

constexpr size_t kRowNames = 1, kRowLengths = 2, kWeights = 3, kWeightColumns = 4, kWeightDigits = 4;
constexpr int kNoWeight = 0x8000;
constexpr std::string_view kOfCard = "card ";

Columns pack_weights(std::string_view text, const Cards& cards) {
  Columns columns(kWeightColumns);
  std::vector<WeightRow> rows;
  size_t next = 0;
  const size_t first = text.rfind('\n', text.find('\t'));
  columns[0] = take_bytes(text, first == std::string_view::npos ? text.size() : first + 1);
  while (!text.empty()) {
    std::string_view digits = take(text, '\n');
    std::string_view name = take(digits, '\t');
    if (name.starts_with(kOfCard)) {
      const size_t card = cards.find(name.substr(kOfCard.size()));
      if (card == next) name = "";
      next = card + 1;
    }
    columns[kRowNames] += std::string(name) + "\n";
    put_number(columns[kRowLengths], digits.size() / kWeightDigits);
    WeightRow& row = rows.emplace_back();
    while (!digits.empty()) {
      int weight = 0;
      for (const char digit : take_bytes(digits, kWeightDigits)) weight = weight * 16 + static_cast<int>(kHex.find(digit));
      row.push_back(weight - kNoWeight);
    }
  }
  columns[kWeights] = encode_weights(rows);
  return columns;
}

std::string unpack_weights(Rest columns, const Cards& cards) {
  std::string text(columns[0]);
  std::vector<size_t> lengths;
  while (!columns[kRowLengths].empty()) lengths.push_back(take_number(columns[kRowLengths]));
  size_t next = 0;
  for (const WeightRow& row : decode_weights(columns[kWeights], lengths)) {
    std::string name(take(columns[kRowNames], '\n'));
    if (name.empty()) name = std::string(kOfCard) + cards.ids[next];
    if (name.starts_with(kOfCard)) next = cards.find(name.substr(kOfCard.size())) + 1;
    text += name + "\t";
    for (const int weight : row)
      for (int shift = 12; shift >= 0; shift -= 4) text += kHex[static_cast<size_t>((weight + kNoWeight) >> shift & 15)];
    text += "\n";
  }
  return text;
}

// Never 0, which says that no facts are to be given.
uint32_t sum_of(std::string_view text) { return std::max<uint32_t>(hash_of<Fnv32>(text), 1); }

Columns pack_file(const EmbeddedFile& file, Cards& cards) {
  if (file.path.ends_with("/facts.tsv")) return pack_facts(file.text, cards);
  if (file.path.ends_with("/registry.tsv")) return pack_registry(file.text, cards);
  if (file.path.ends_with("/ratings.txt")) return pack_ratings(file.text, cards);
  if (file.path.ends_with("/policy.txt")) return pack_weights(file.text, cards);
  return {std::string(file.text)};
}

}  // namespace

struct TableForm {
  std::string_view file;  // its end
  std::string (*unpack)(std::vector<std::string_view> columns, PackedCards& cards);
};
const TableForm kFactsForm{"/facts.tsv", unpack_facts};
const TableForm kRegistryForm{"/registry.tsv",
                              [](Rest columns, Cards& cards) { return unpack_registry(std::move(columns), cards); }};
const TableForm kRatingsForm{"/ratings.txt",
                             [](Rest columns, Cards& cards) { return unpack_ratings(std::move(columns), cards); }};
const TableForm kPolicyForm{"/policy.txt",
                            [](Rest columns, Cards& cards) { return unpack_weights(std::move(columns), cards); }};

namespace {

std::string unpack_file(std::string_view path, Rest columns, Cards& cards, TableForms forms) {
  for (const TableForm* form : forms)
    if (path.ends_with(form->file)) return form->unpack(std::move(columns), cards);
  return std::string(columns.front());
}

}  // namespace

std::string pack_tables(std::span<const EmbeddedFile> files, std::string_view given) {
  std::string packed;
  Cards cards;
  if (!given.empty()) pack_facts(given, cards);
  put_number(packed, given.empty() ? 0 : sum_of(given));
  for (const EmbeddedFile& file : files) {
    put_number(packed, file.path.size());
    packed += file.path;
    const Columns columns = pack_file(file, cards);
    put_number(packed, columns.size());
    for (const std::string& column : columns) {
      put_number(packed, column.size());
      packed += column;
    }
  }
  return packed;
}

bool is_given_facts(std::string_view packed, std::string_view text) { return take_number(packed) == sum_of(text); }

std::vector<UnpackedFile> unpack_tables(std::string_view packed, TableForms forms, std::string_view given) {
  std::vector<UnpackedFile> files;
  Cards cards;
  take_number(packed);
  if (!given.empty()) pack_facts(given, cards);
  while (!packed.empty()) {
    const std::string path(take_bytes(packed, take_number(packed)));
    Rest columns(take_number(packed));
    for (std::string_view& column : columns) column = take_bytes(packed, take_number(packed));
    files.push_back({path, unpack_file(path, std::move(columns), cards, forms)});
  }
  return files;
}

}  // namespace archon

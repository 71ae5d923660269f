#include "sim/documents/mentions.h"

#include <algorithm>

#include "engine/core/embed.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

constexpr std::string_view kTitle = "scenario: ";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
}

// Whether `text` contains `word` between characters that are no letters and not in `also`: "control" does not contain "troll",
// and with "-" as such a letter, neither does "grey-troll".
bool contains_word(std::string_view text, std::string_view word, std::string_view also) {
  const auto inner = [&](size_t at) { return is_letter(text[at]) || also.find(text[at]) != std::string_view::npos; };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !inner(at - 1)) && (end == text.size() || !inner(end))) return true;
  }
  return false;
}

// Text after "# " is a comment.
std::string_view without_comment(std::string_view line) {
  if (line.starts_with('#')) return {};
  return line.substr(0, line.find(" # "));
}

// The scenarios of one file that mention a card.
class Finder {
 public:
  Finder(const EmbeddedFile& file, const CardFacts& card) : file_(file), name_(fold_name(card.name)), id_(card.id) {}

  std::vector<Mention> find() {
    int number = 0;
    for (size_t at = 0; at < file_.text.size();) {
      const size_t end = std::min(file_.text.find('\n', at), file_.text.size());
      read(file_.text.substr(at, end - at), ++number);
      at = end + 1;
    }
    finish();
    return std::move(found_);
  }

 private:
  void read(std::string_view line, int number) {
    if (line.starts_with(kTitle)) {
      finish();
      const std::string_view title = line.substr(kTitle.size());
      current_ = {.path = file_.path, .line = number, .title = title, .in_title = contains_word(fold_name(title), name_, "")};
      mentioned_ = current_.in_title;
    } else if (!mentioned_) {
      mentioned_ = contains_word(without_comment(line), id_, "-");
    }
  }

  void finish() {
    if (mentioned_ && current_.line > 0) found_.push_back(current_);
    mentioned_ = false;
  }

  const EmbeddedFile& file_;
  const std::string name_, id_;
  std::vector<Mention> found_;
  Mention current_;
  bool mentioned_ = false;
};

}  // namespace

std::vector<Mention> scenarios_about(int card) {
  std::vector<Mention> all;
  for (const EmbeddedFile& file : embedded_files("tests/")) {
    const std::vector<Mention> found = Finder(file, CardTable::instance().cards()[static_cast<size_t>(card)]).find();
    all.insert(all.end(), found.begin(), found.end());
  }
  std::stable_partition(all.begin(), all.end(), [](const Mention& mention) { return mention.in_title; });
  return all;
}

}  // namespace archon

#include "sim/results/ledger_text.h"

#include <optional>

#include "engine/deck/text_input.h"
#include "sim/results/json_members.h"

namespace archon {
namespace {

constexpr int kTextFormat = 1;

std::string text_member(const nlohmann::json& json, const char* name, bool& good) {
  const auto found = json.find(name);
  good = good && found != json.end() && found->is_string();
  return good ? found->get<std::string>() : "";
}

int64_t whole_member(const nlohmann::json& json, const char* name, bool& good) {
  const auto found = json.find(name);
  good = good && found != json.end() && found->is_number_unsigned();
  return good ? found->get<int64_t>() : 0;
}

bool read_head(const nlohmann::json& json, LedgerHead& head) {
  bool good = json.is_object() && json.value("settings", nlohmann::json()).is_object();
  good = good && whole_member(json, "archon_ledger", good) == kTextFormat;
  head.kind = text_member(json, "kind", good);
  head.program = text_member(json, "program", good);
  head.version = text_member(json, "version", good);
  if (good) head.settings = json["settings"];
  return good;
}

std::optional<LedgerBatch> read_batch(const nlohmann::json& json) {
  bool good = json.is_object();
  LedgerBatch batch;
  batch.cell = text_member(json, "cell", good);
  batch.first = whole_member(json, "first", good);
  batch.games = whole_member(json, "games", good);
  batch.data = text_member(json, "data", good);
  return good ? std::optional(batch) : std::nullopt;
}

}  // namespace

std::string ledger_text(const LedgerHead& head, std::span<const LedgerBatch> batches) {
  std::string text = JsonMembers()
                         .add("archon_ledger", kTextFormat)
                         .add("kind", head.kind)
                         .add("program", head.program)
                         .add("version", head.version)
                         .add("settings", head.settings)
                         .text() +
                     "\n";
  for (const LedgerBatch& each : batches)
    text +=
        JsonMembers().add("cell", each.cell).add("first", each.first).add("games", each.games).add("data", each.data).text() +
        "\n";
  return text;
}

bool is_ledger_text(std::string_view beginning) { return beginning.starts_with(kLedgerTextMark); }

LedgerText read_ledger_text(std::string_view text) {
  LedgerText read;
  for (int line = 1; !text.empty(); ++line) {
    const size_t end = text.find('\n');
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (one.empty() && line > 1) continue;
    const nlohmann::json json = json_depth(one) > kMaxJsonDepth ? nlohmann::json() : nlohmann::json::parse(one, nullptr, false);
    bool good = false;
    if (line == 1) {
      good = read_head(json, read.head);
    } else if (std::optional<LedgerBatch> batch = read_batch(json)) {
      read.batches.push_back(*std::move(batch));
      good = true;
    }
    if (good) continue;
    read.problem = "line " + std::to_string(line) + " can't be read";
    break;
  }
  return read;
}

}  // namespace archon

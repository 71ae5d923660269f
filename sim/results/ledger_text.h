#pragma once
// A ledger as text, which a program without SQLite can write: the page for browsers does (sim/web). Lines of JSON, the first of
// them about the whole, each other one a batch:
//
//   {"archon_ledger": 1, "kind": "matrix", "program": "0123...", "version": "...", "settings": {...}}
//   {"cell": "...", "first": 0, "games": 2, "data": "..."}
//
// The members are those of sim/results/ledger.h. Ledger::read takes such a file for a ledger; nothing is appended to one.
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/results/ledger.h"

namespace archon {

// What a ledger says of all its batches.
struct LedgerHead {
  std::string kind, program, version;  // program: program_digest() of the one that played
  nlohmann::json settings;
};

std::string ledger_text(const LedgerHead& head, std::span<const LedgerBatch> batches);

bool is_ledger_text(std::string_view beginning);  // of a file: its first kLedgerTextMark.size() bytes, or more

inline constexpr std::string_view kLedgerTextMark = R"({"archon_ledger")";

struct LedgerText {
  LedgerHead head;
  std::vector<LedgerBatch> batches;
  std::string problem;  // "line 3 can't be read"; empty: none
};

// Any text is allowed.
LedgerText read_ledger_text(std::string_view text);

}  // namespace archon

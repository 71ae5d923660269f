#pragma once
// Results on disk: one SQLite file that survives a kill at any moment and refuses to mix results that do not belong together.
//
// A run plays batches of games. A finished batch is appended in one transaction, so a kill loses at most the batches in hand
// and totals are never wrong. Batches belong to a cell: what is measured, for instance two decks, chains, agents and seed as
// canonical text. A ledger is of a kind ("arena", "matrix") and has settings, which every result in it shares; what may grow,
// such as the number of games or the list of decks, is no setting.
//
// The file, in SQLite's write-ahead log mode (https://www.sqlite.org/wal.html): table meta(key, value) with format, kind,
// program (program_digest(): equal digests play equal games), version and settings (JSON with sorted keys); table batch(cell,
// first, games, data, sum), `sum` being a hash of the other columns. While a ledger is open for writing, no other process can
// open it; of several that begin on a new one, one makes it. Not thread safe.
//
// A ledger may come from anybody: it has these two tables and nothing else, no views, no triggers, and its batches are of games
// that can be. What `data` says is for its kind to check (Ledger::each).
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

// Games first, first + 1 ... first + games - 1 of a cell and what they gave: JSON text whose form the kind of ledger decides.
struct LedgerBatch {
  std::string cell;
  int64_t first = 0, games = 0;
  std::string data;

  friend bool operator==(const LedgerBatch&, const LedgerBatch&) = default;
};

// "seed is 1 there and 2 here; ...": each field in which two settings differ, empty when there is none.
std::string settings_difference(const nlohmann::json& there, const nlohmann::json& here);

// What a ledger says can't be, or not be read; says which of its batches. Runs that go on from a ledger throw it before they
// play.
struct UnreadableLedger : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Ledger;
struct Database;  // SQLite is known to the files of this room only

struct LedgerResult {
  std::unique_ptr<Ledger> ledger;  // null when there is an error
  std::string error;               // with the file and a hint
  bool mismatch = false;           // a good ledger, but of other settings or of another version of the program
  bool unwritable = false;         // a full disk, or a file or folder that may not be written
};

class Ledger {
 public:
  // Opens a ledger, or makes it when there is no such file. An error leaves the file as it was (and makes none): missing or
  // read-only folder, read-only file, full disk, not a ledger, damaged, of another kind, format or program, of other settings
  // (the message names each field that differs with both values), in use by another process. O(size of the file).
  static LedgerResult open(const std::string& path, std::string_view kind, const nlohmann::json& settings);

  // Opens an existing ledger, or one that is text (ledger_text.h), to read it, whatever its settings and program; nothing may
  // be appended. It may lie in a read-only place when its last writer ended in good order. No kind: whatever it is.
  static LedgerResult read(const std::string& path, std::string_view kind = "");

  ~Ledger();  // in good order: everything is in the one file then
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  const std::string& kind() const { return kind_; }
  const nlohmann::json& settings() const { return *settings_; }
  const std::string& program() const { return program_; }  // digest of the program that played
  const std::string& version() const { return version_; }  // its version, for people

  // Adds the batches, all or none; empty when it worked, else what went wrong (a full disk). A batch with the cell and `first`
  // of one that is there is an error.
  std::string append(std::span<const LedgerBatch> batches);

  std::vector<LedgerBatch> batches(std::string_view cell) const;  // in order of `first`
  // Calls `use` for each batch whose cell begins with `prefix`, in order of cell (bytes), then `first`; none is kept in memory.
  void each(const std::function<void(const LedgerBatch&)>& use, std::string_view prefix = "") const;

  // Adds what the other ledger has and this one has not. Refuses, with nothing added, when kind, settings or program differ,
  // or when the two disagree: the same games with another result, or ranges that overlap without being equal.
  // `mismatch` and `unwritable` as in LedgerResult; `added` counts batches. A look-up for each batch of the other ledger.
  struct Merged {
    std::string error;
    bool mismatch = false, unwritable = false;
    int64_t added = 0;
  };
  Merged merge_from(const Ledger& other);

 private:
  explicit Ledger(std::unique_ptr<Database> database);
  std::string read_meta(std::string_view kind);  // "" or an error
  std::string check_batches() const;
  std::string rollback();

  std::unique_ptr<Database> database_;
  std::string path_, kind_, program_, version_;
  std::unique_ptr<const nlohmann::json> settings_;
};

}  // namespace archon

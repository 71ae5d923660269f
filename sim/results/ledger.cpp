#include "sim/results/ledger.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "engine/core/fnv.h"
#include "engine/deck/text_input.h"
#include "sim/results/database.h"
#include "sim/results/ledger_text.h"
#include "sim/results/version.h"

namespace archon {
namespace {

constexpr int kFormat = 1;
constexpr int kApplicationId = 0x4152434C;  // "ARCL": tells a ledger from other SQLite files

// Of the fields, which are separated by a byte that no UTF-8 text has. SQLite finds damaged pages, but not a changed
// digit.
int64_t sum_of(const LedgerBatch& batch) {
  Fnv64 hash;
  const auto add = [&](std::string_view text) {
    hash.add(text);
    hash.unit(0xFF);
  };
  add(batch.cell);
  add(std::to_string(batch.first));
  add(std::to_string(batch.games));
  add(batch.data);
  return static_cast<int64_t>(hash.value);
}

std::string other_program(const std::string& path, const std::string& version_there) {
  return about_ledger(path) + "its games were played by another version of the program, " + version_there + ", and this is " +
         std::string(archon::version()) + " (use that version, or begin a new ledger)";
}

std::string other_settings(const std::string& path, const nlohmann::json& there, const nlohmann::json& now) {
  return about_ledger(path) + "its settings are others: " + settings_difference(there, now) +
         " (give the same, or begin a new ledger)";
}

}  // namespace

std::string settings_difference(const nlohmann::json& there, const nlohmann::json& here) {
  std::string text;
  nlohmann::json all = there;
  all.update(here);
  for (const auto& item : all.items()) {
    const auto value = [&](const nlohmann::json& settings) {
      return settings.contains(item.key()) ? settings[item.key()].dump() : std::string("nothing");
    };
    if (value(there) == value(here)) continue;
    text += (text.empty() ? "" : "; ") + item.key() + " is " + value(there) + " there and " + value(here) + " here";
  }
  return text;
}

namespace {

LedgerBatch batch_of(sqlite3_stmt* row) {
  return {text_column(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2), text_column(row, 3)};
}

constexpr char kInsert[] = "INSERT INTO batch VALUES(?, ?, ?, ?, ?)";

// Binds a batch to the statement that inserts it.
auto bind_row(const LedgerBatch& batch) {
  return [&batch](sqlite3_stmt* statement) {
    bind_text(statement, 1, batch.cell);
    sqlite3_bind_int64(statement, 2, batch.first);
    sqlite3_bind_int64(statement, 3, batch.games);
    bind_text(statement, 4, batch.data);
    sqlite3_bind_int64(statement, 5, sum_of(batch));
  };
}

// As they stand in the file, too.
constexpr const char* kTables[] = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    R"(CREATE TABLE batch(cell TEXT, first INTEGER, games INTEGER NOT NULL, data TEXT NOT NULL, sum INTEGER NOT NULL,
                     PRIMARY KEY(cell, first)) WITHOUT ROWID)"};

constexpr int64_t kMostGames = int64_t{1} << 53;  // of a cell: JSON and CSV have them as whole numbers

// Whether there can be such a batch. `data` has no numbers of its own here.
bool possible(const LedgerBatch& batch) {
  return batch.first >= 0 && batch.games >= 0 && batch.first <= kMostGames && batch.games <= kMostGames;
}

// Fills an empty file, within a transaction.
bool create(Database& database, const LedgerHead& head) {
  const std::pair<const char*, std::string> meta[] = {{"format", std::to_string(kFormat)},
                                                      {"kind", head.kind},
                                                      {"program", head.program},
                                                      {"version", head.version},
                                                      {"settings", head.settings.dump()}};
  bool good = database.execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  for (const char* table : kTables) good = good && database.execute(table);
  for (const auto& each : meta) {
    const auto bind = [&](sqlite3_stmt* statement) {
      bind_text(statement, 1, each.first);
      bind_text(statement, 2, each.second);
    };
    good = good && database.run("INSERT INTO meta VALUES(?, ?)", bind, [](sqlite3_stmt*) {});
  }
  return good;
}

constexpr size_t kLongestText = size_t{1} << 30;  // bytes of a ledger that is text

bool is_text(const std::string& path) {
  std::string beginning(kLedgerTextMark.size(), ' ');
  std::ifstream file(path, std::ios::binary);
  return file.read(beginning.data(), std::ssize(beginning)) && is_ledger_text(beginning);
}

// Fills a database in memory with what the text says; it is checked as a file would be.
bool take_text(Database& database) {
  const TextInput input = read_text_input(database.path, kLongestText);
  if (!input.problem.empty()) return database.fail(input.problem);
  const LedgerText read = read_ledger_text(input.text);
  if (!read.problem.empty()) return database.fail(read.problem + " (it was changed, or is not all there)");
  if (!database.connect_memory() || !database.execute("BEGIN") || !create(database, read.head)) return false;
  const Database::Statement insert = database.prepare(kInsert);
  for (const LedgerBatch& batch : read.batches)
    if (!database.run(insert, bind_row(batch), [](sqlite3_stmt*) {})) return false;
  return database.execute("COMMIT");
}

// "", or what is wrong with the tables of a file that says it is a ledger.
std::string check_tables(Database& database) {
  size_t ours = 0, all = 0;
  const auto count = [&](sqlite3_stmt* row) {
    ++all;
    ours += std::ranges::count(kTables, text_column(row, 0));
  };
  if (!database.query("SELECT sql FROM sqlite_schema", count)) return database.take_error();
  return ours == std::size(kTables) && all == ours
             ? ""
             : about_ledger(database.path) + "its tables are not those of a ledger (it was not written by archon)";
}

// Commits what was begun, unless the file went meanwhile: the games would be lost without a word.
bool commit(Database& database) {
  if (database.error.empty() && database.moved())
    database.fail("removed or replaced by another process while it was open (what was saved there went with it)");
  return database.error.empty() && database.execute("COMMIT");
}

// Takes the lock of a file, which is kept until it is closed, and fills an empty one. With the lock no shared-memory file is
// needed. A folder in which no journal can be made shows here.
bool lock(Database& database, std::string_view kind, const nlohmann::json& settings, bool made) {
  const bool log = exists(database.path + "-wal");
  const bool locked = database.connect("", SQLITE_OPEN_READWRITE) && database.checkpoint_on_close(!log) &&
                      (sqlite3_db_readonly(database.connection, "main") == 0 || database.fail(SQLITE_READONLY)) &&
                      database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE");
  if (!locked) return false;
  // A file without any bytes is a new one, or what a kill left that came before the first write.
  std::error_code ignored;
  const bool fresh = std::filesystem::file_size(database.path, ignored) == 0;
  const auto head = [&] {
    return LedgerHead{std::string(kind), std::string(program_digest()), std::string(archon::version()), settings};
  };
  if ((!fresh || create(database, head())) && commit(database)) return true;
  if (made && !database.moved()) std::filesystem::remove(database.path, ignored);  // while nobody else can hold it
  return false;
}

// A connection that has the lock, or the last error. Of several processes that begin at once each may hold a share of the lock
// and wait for the others until their patience ends. Only closing gives that share back; the pause, by chance, lets one come
// first then.
std::unique_ptr<Database> locked_database(const std::string& path, std::string_view kind, const nlohmann::json& settings,
                                          bool made) {
  constexpr int kAttempts = 4;
  constexpr unsigned kLongestPause = 100;  // milliseconds
  for (int attempt = 1;; ++attempt) {
    auto database = std::make_unique<Database>();
    database->path = path;
    database->writable = true;
    if (lock(*database, kind, settings, made) || !database->busy || attempt == kAttempts) return database;
    database.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(std::random_device()() % kLongestPause));
  }
}

}  // namespace

Ledger::Ledger(std::unique_ptr<Database> database) : database_(std::move(database)), path_(database_->path) {}
Ledger::~Ledger() = default;

std::string Ledger::read_meta(std::string_view kind) {
  int application = 0;
  std::string found, format, settings, checked;
  Database& database = *database_;
  const auto one_number = [&](sqlite3_stmt* row) { application = sqlite3_column_int(row, 0); };
  if (!database.query("PRAGMA application_id", one_number)) return database.take_error();
  if (application != kApplicationId)
    return about_ledger(path_) + "this is an SQLite file of another program (name another file)";
  if (std::string problem = check_tables(database); !problem.empty()) return problem;
  const auto keep = [&](sqlite3_stmt* row) { checked = text_column(row, 0); };
  if (!database.query("PRAGMA quick_check(1)", keep)) return database.take_error();
  if (checked != "ok") return explained(path_, SQLITE_CORRUPT, "");
  const auto take = [&](sqlite3_stmt* row) {
    const std::string key = text_column(row, 0);
    for (auto& [name, value] : {std::pair<const char*, std::string*>{"format", &format},
                                {"kind", &found},
                                {"program", &program_},
                                {"version", &version_},
                                {"settings", &settings}})
      if (key == name) *value = text_column(row, 1);
  };
  if (!database.query("SELECT key, value FROM meta", take)) return database.take_error();
  if (format != std::to_string(kFormat))
    return about_ledger(path_) + "its format is version " + format + ", and this program reads version " +
           std::to_string(kFormat);
  if (!kind.empty() && found != kind)
    return about_ledger(path_) + "this is a ledger of archon " + found + ", not of archon " + std::string(kind);
  kind_ = found;
  settings_ = std::make_unique<const nlohmann::json>(nlohmann::json::parse(settings, nullptr, false));
  if (!settings_->is_object()) return explained(path_, SQLITE_CORRUPT, "");
  return check_batches();
}

std::string Ledger::check_batches() const {
  bool good = true;
  const auto check = [&](sqlite3_stmt* row) {
    const LedgerBatch batch = batch_of(row);
    good = good && possible(batch) && sqlite3_column_int64(row, 4) == sum_of(batch);
  };
  if (!database_->query("SELECT cell, first, games, data, sum FROM batch", check)) return database_->take_error();
  return good ? "" : explained(path_, SQLITE_CORRUPT, "");
}

LedgerResult Ledger::open(const std::string& path, std::string_view kind, const nlohmann::json& settings) {
  assert(settings.is_object());
  const LedgerPlace place = take_place(path);
  if (!place.error.empty()) return {nullptr, place.error};
  std::unique_ptr<Database> database = locked_database(path, kind, settings, place.made);
  if (!database->error.empty()) return {.ledger = nullptr, .error = database->take_error(), .unwritable = database->unwritable};
  std::unique_ptr<Ledger> ledger(new Ledger(std::move(database)));
  if (std::string error = ledger->read_meta(kind); !error.empty()) return {nullptr, error};
  if (ledger->program_ != program_digest()) return {nullptr, other_program(path, ledger->version_), true};
  if (*ledger->settings_ != settings) return {nullptr, other_settings(path, *ledger->settings_, settings), true};
  if (!ledger->database_->checkpoint_on_close(true) || !ledger->database_->execute("PRAGMA journal_mode = WAL"))
    return {nullptr, ledger->database_->take_error()};
  return {std::move(ledger), ""};
}

LedgerResult Ledger::read(const std::string& path, std::string_view kind) {
  std::error_code ignored;
  if (!exists(path)) return {nullptr, about_ledger(path) + "there is no such file"};
  if (!std::filesystem::is_regular_file(path, ignored))
    return {nullptr,
            about_ledger(path) + (std::filesystem::is_directory(path, ignored) ? "this is a folder" : "this is no file")};
  auto database = std::make_unique<Database>();
  database->path = path;
  // A log beside the file belongs to a writer, living or killed; without one the file is complete and nobody changes it.
  const bool log = exists(path + "-wal");
  const auto connect = [&] {
    return database->connect(log ? "" : "?immutable=1", log ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) &&
           database->checkpoint_on_close(false) && database->execute("PRAGMA locking_mode = EXCLUSIVE");
  };
  const bool good = is_text(path) ? take_text(*database) : connect();
  if (!good) return {nullptr, database->take_error()};
  std::unique_ptr<Ledger> ledger(new Ledger(std::move(database)));
  if (std::string error = ledger->read_meta(kind); !error.empty()) return {nullptr, error};
  return {std::move(ledger), ""};
}

// Undoes the transaction that failed; why it did.
std::string Ledger::rollback() {
  std::string error = database_->take_error();
  // SQLite has taken it back itself after some errors.
  if (!sqlite3_get_autocommit(database_->connection) && !database_->execute("ROLLBACK")) database_->take_error();
  return error;
}

std::string Ledger::append(std::span<const LedgerBatch> batches) {
  assert(database_->writable);
  bool good = database_->execute("BEGIN IMMEDIATE");
  const Database::Statement insert = database_->prepare(kInsert);
  for (const LedgerBatch& batch : batches) good = good && database_->run(insert, bind_row(batch), [](sqlite3_stmt*) {});
  return good && commit(*database_) ? "" : rollback();
}

std::vector<LedgerBatch> Ledger::batches(std::string_view cell) const {
  std::vector<LedgerBatch> list;
  const bool good = database_->run(
      "SELECT cell, first, games, data FROM batch WHERE cell = ? ORDER BY first",
      [&](sqlite3_stmt* statement) { bind_text(statement, 1, cell); },
      [&](sqlite3_stmt* row) { list.push_back(batch_of(row)); });
  if (!good) throw std::runtime_error(database_->take_error());
  return list;
}

void Ledger::each(const std::function<void(const LedgerBatch&)>& use, std::string_view prefix) const {
  const bool good = database_->run(
      "SELECT cell, first, games, data FROM batch WHERE cell >= ?1 AND substr(cell, 1, length(?1)) = ?1 ORDER BY cell, first",
      [&](sqlite3_stmt* statement) { bind_text(statement, 1, prefix); }, [&](sqlite3_stmt* row) { use(batch_of(row)); });
  if (!good) throw std::runtime_error(database_->take_error());
}

Ledger::Merged Ledger::merge_from(const Ledger& other) {
  const auto refused = [&](const std::string& why, bool mismatch) {
    return Merged{.error = about_ledger(other.path_) + why, .mismatch = mismatch};
  };
  if (other.kind_ != kind_) return refused("this is a ledger of archon " + other.kind_ + ", not of archon " + kind_, false);
  if (other.program_ != program_)
    return refused("played by " + other.version_ + ", but " + path_ + " by " + version_ + ", another version", true);
  if (*other.settings_ != *settings_)
    return {.error = other_settings(other.path_, *other.settings_, *settings_), .mismatch = true};
  assert(database_->writable);
  if (!database_->execute("BEGIN IMMEDIATE")) return {.error = rollback(), .unwritable = true};
  const Database::Statement insert = database_->prepare(kInsert);
  const Database::Statement last_before = database_->prepare(
      "SELECT cell, first, games, data FROM batch WHERE cell = ? AND first <= ? ORDER BY first DESC LIMIT 1");
  int64_t added = 0;
  std::string contradiction;
  bool good = true;
  other.each([&](const LedgerBatch& batch) {
    if (!good || !contradiction.empty()) return;
    LedgerBatch mine;  // the last one that begins before this one ends: the only one that could overlap
    bool there = false;
    const auto bind = [&](sqlite3_stmt* statement) {
      bind_text(statement, 1, batch.cell);
      sqlite3_bind_int64(statement, 2, batch.first + std::max<int64_t>(batch.games - 1, 0));
    };
    good = database_->run(last_before, bind, [&](sqlite3_stmt* row) { mine = batch_of(row), there = true; });
    const bool overlap = there && mine.first + mine.games > batch.first;
    const std::string game = std::to_string(std::max(mine.first, batch.first)) + " of " + batch.cell;
    if (overlap && mine.first == batch.first && mine.games == batch.games && !(mine == batch))
      contradiction = "contradicts " + path_ + " about game " + game;
    else if (overlap && !(mine == batch))
      contradiction =
          "has game " + game + " in another batch than " + path_ + " (one of the two was played elsewhere, too: merge either)";
    if (!good || (there && mine.first == batch.first) || !contradiction.empty()) return;
    good = database_->run(insert, bind_row(batch), [](sqlite3_stmt*) {});
    ++added;
  });
  good = good && contradiction.empty() && commit(*database_);
  if (good) return {.error = "", .added = added};
  const std::string error = rollback();
  return contradiction.empty() ? Merged{.error = error, .unwritable = true} : refused(contradiction, false);
}

}  // namespace archon

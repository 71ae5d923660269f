#include "sim/results/ledger.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "sim/results/version.h"

namespace archon {
namespace {

constexpr int kFormat = 1;
constexpr int kApplicationId = 0x4152434C;  // "ARCL": tells a ledger from other SQLite files

constexpr int kPatience = 300;  // milliseconds: a process that was killed keeps its locks for a moment

// FNV-1a over the fields, which are separated by a byte that no UTF-8 text has. SQLite finds damaged pages, but not a changed
// digit.
int64_t sum_of(const LedgerBatch& batch) {
  uint64_t hash = 0xCBF29CE484222325u;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    hash = (hash ^ 0xFF) * 0x100000001B3u;
  };
  add(batch.cell);
  add(std::to_string(batch.first));
  add(std::to_string(batch.games));
  add(batch.data);
  return static_cast<int64_t>(hash);
}

std::string plain(const std::string& path) { return "ledger " + path + ": "; }

// What a failed call means for the user.
std::string explained(const std::string& path, int code, const char* detail) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return plain(path) + "in use by another process (wait for it, or name another file)";
    case SQLITE_NOTADB:
      return plain(path) + "this is not a ledger, nor any SQLite file (name another file)";
    case SQLITE_CORRUPT:
      return plain(path) + "the file is damaged (restore a copy, or begin a new ledger)";
    case SQLITE_FULL:
      return plain(path) + "the disk is full (what was saved before is safe)";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return plain(path) + "the file or its folder is read-only";
    case SQLITE_CANTOPEN:
      if (!folder.empty() && !std::filesystem::is_directory(folder, error))
        return plain(path) + "there is no folder " + folder.string();
      return plain(path) + "cannot be opened (may you write to the file and its folder?)";
    case SQLITE_IOERR:
      return plain(path) + "reading or writing failed: " + detail + " (is the disk full? what was saved before is safe)";
    default:
      return plain(path) + detail;
  }
}

// Whether a call failed because the place can't be written to.
bool is_unwritable(const std::string& path, int code) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  switch (code & 0xFF) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_IOERR:
      return true;
    case SQLITE_CANTOPEN:
      return folder.empty() || std::filesystem::is_directory(folder, error);
    default:
      return false;
  }
}

bool exists(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0;
}

std::string percent_encoded(const std::string& path) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      text += '%';
      text += kDigits[static_cast<unsigned char>(c) >> 4];
      text += kDigits[static_cast<unsigned char>(c) & 15];
    } else {
      text += c;
    }
  }
  return text;
}

std::string other_program(const std::string& path, const std::string& version_there) {
  return plain(path) + "its games were played by another version of the program, " + version_there + ", and this is " +
         std::string(archon::version()) + " (use that version, or begin a new ledger)";
}

std::string other_settings(const std::string& path, const nlohmann::json& there, const nlohmann::json& now) {
  return plain(path) + "its settings are others: " + settings_difference(there, now) +
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

// A connection that remembers its first error.
struct Ledger::Database {
  sqlite3* connection = nullptr;
  std::string path, error;
  bool writable = false;
  bool unwritable = false;  // the error is one of writing

  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close(connection); }

  bool fail(int code) {
    if (error.empty()) unwritable = is_unwritable(path, code);
    if (error.empty()) error = explained(path, code, connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code));
    return false;
  }
  bool connect(const std::string& name, int flags) {
    const int code = sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_URI, nullptr);
    if (connection) sqlite3_extended_result_codes(connection, 1);
    if (connection) sqlite3_busy_timeout(connection, kPatience);
    return code == SQLITE_OK || fail(code);
  }
  bool execute(const char* sql) {
    const int code = sqlite3_exec(connection, sql, nullptr, nullptr, nullptr);
    return code == SQLITE_OK || fail(code);
  }
  // Until a ledger has been found good, closing must not move the write-ahead log into the file.
  bool checkpoint_on_close(bool yes) {
    const int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, yes ? 0 : 1, nullptr);
    return code == SQLITE_OK || fail(code);
  }
  // A prepared statement; null when it can't be.
  using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;
  Statement prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    if (const int code = sqlite3_prepare_v2(connection, sql, -1, &statement, nullptr); code != SQLITE_OK) fail(code);
    return {statement, &sqlite3_finalize};
  }
  // Runs a statement with texts and numbers bound to it; `row` is called for each row of the answer.
  template <class Bind, class Row>
  bool run(const Statement& statement, Bind bind, Row row) {
    if (!statement) return false;
    bind(statement.get());
    int code = SQLITE_DONE;
    while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) row(statement.get());
    const bool done = code == SQLITE_DONE || fail(code);
    sqlite3_reset(statement.get());
    return done;
  }
  template <class Bind, class Row>
  bool run(const char* sql, Bind bind, Row row) {
    return run(prepare(sql), bind, row);
  }
  template <class Row>
  bool query(const char* sql, Row row) {
    return run(
        sql, [](sqlite3_stmt*) {}, row);
  }
  bool create(std::string_view kind, const nlohmann::json& settings);
  std::string take_error() { return std::exchange(error, {}); }
};

namespace {

std::string text_column(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return text ? std::string(text, static_cast<size_t>(sqlite3_column_bytes(statement, column))) : std::string();
}

void bind_text(sqlite3_stmt* statement, int index, std::string_view text) {
  sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

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

constexpr char kSchema[] = R"(
  CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE batch(cell TEXT, first INTEGER, games INTEGER NOT NULL, data TEXT NOT NULL, sum INTEGER NOT NULL,
                     PRIMARY KEY(cell, first)) WITHOUT ROWID;)";

}  // namespace

// Fills an empty file.
bool Ledger::Database::create(std::string_view kind, const nlohmann::json& settings) {
  const std::pair<const char*, std::string> meta[] = {{"format", std::to_string(kFormat)},
                                                      {"kind", std::string(kind)},
                                                      {"program", std::string(program_digest())},
                                                      {"version", std::string(archon::version())},
                                                      {"settings", settings.dump()}};
  bool good = execute("BEGIN EXCLUSIVE") && execute(kSchema) &&
              execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  for (const auto& each : meta) {
    const auto bind = [&](sqlite3_stmt* statement) {
      bind_text(statement, 1, each.first);
      bind_text(statement, 2, each.second);
    };
    good = good && run("INSERT INTO meta VALUES(?, ?)", bind, [](sqlite3_stmt*) {});
  }
  return good && execute("COMMIT");
}

Ledger::Ledger(std::unique_ptr<Database> database) : database_(std::move(database)), path_(database_->path) {}
Ledger::~Ledger() = default;

std::string Ledger::read_meta(std::string_view kind) {
  int application = 0;
  std::string found, format, settings, checked;
  Database& database = *database_;
  const auto one_number = [&](sqlite3_stmt* row) { application = sqlite3_column_int(row, 0); };
  if (!database.query("PRAGMA application_id", one_number)) return database.take_error();
  if (application != kApplicationId) return plain(path_) + "this is an SQLite file of another program (name another file)";
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
    return plain(path_) + "its format is version " + format + ", and this program reads version " + std::to_string(kFormat);
  if (found != kind) return plain(path_) + "this is a ledger of archon " + found + ", not of archon " + std::string(kind);
  kind_ = found;
  settings_ = std::make_unique<const nlohmann::json>(nlohmann::json::parse(settings, nullptr, false));
  if (!settings_->is_object()) return explained(path_, SQLITE_CORRUPT, "");
  return check_batches();
}

std::string Ledger::check_batches() const {
  bool good = true;
  const auto check = [&](sqlite3_stmt* row) { good = good && sqlite3_column_int64(row, 4) == sum_of(batch_of(row)); };
  if (!database_->query("SELECT cell, first, games, data, sum FROM batch", check)) return database_->take_error();
  return good ? "" : explained(path_, SQLITE_CORRUPT, "");
}

LedgerResult Ledger::open(const std::string& path, std::string_view kind, const nlohmann::json& settings) {
  assert(settings.is_object());
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return {nullptr, plain(path) + "this is a folder"};
  const bool there = exists(path), log = exists(path + "-wal");
  auto database = std::make_unique<Database>();
  database->path = path;
  database->writable = true;
  // The lock is taken with the first access and kept. With it, no shared-memory file is needed.
  bool good = database->connect("file:" + percent_encoded(path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
              database->checkpoint_on_close(!log) && database->execute("PRAGMA locking_mode = EXCLUSIVE");
  if (good && sqlite3_db_readonly(database->connection, "main") == 1) good = database->fail(SQLITE_READONLY);
  int64_t tables = 0;
  const auto count = [&](sqlite3_stmt* row) { tables = sqlite3_column_int64(row, 0); };
  good = good && database->query("SELECT count(*) FROM sqlite_schema", count);
  // A file without any bytes is what a kill leaves that came before the first write.
  const bool fresh = good && tables == 0 && std::filesystem::file_size(path, ignored) == 0;
  if (fresh) good = database->create(kind, settings);
  // Nothing is written here, but the lock is taken, and a folder in which no log can be made shows.
  good = good && database->execute("PRAGMA synchronous = NORMAL") && database->execute("BEGIN IMMEDIATE; COMMIT");
  if (!good) {
    LedgerResult failed{.ledger = nullptr, .error = database->take_error(), .unwritable = database->unwritable};
    database.reset();
    if (!there)
      for (const char* suffix : {"", "-wal", "-journal"}) std::filesystem::remove(path + suffix, ignored);
    return failed;
  }
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
  if (!exists(path)) return {nullptr, plain(path) + "there is no such file"};
  if (std::filesystem::is_directory(path, ignored)) return {nullptr, plain(path) + "this is a folder"};
  auto database = std::make_unique<Database>();
  database->path = path;
  // A log beside the file belongs to a writer, living or killed; without one the file is complete and nobody changes it.
  const bool log = exists(path + "-wal");
  const std::string name = "file:" + percent_encoded(path) + (log ? "" : "?immutable=1");
  const bool good = database->connect(name, log ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) &&
                    database->checkpoint_on_close(false) && database->execute("PRAGMA locking_mode = EXCLUSIVE");
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
  return good && database_->execute("COMMIT") ? "" : rollback();
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
    return Merged{.error = plain(other.path_) + why, .mismatch = mismatch};
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
    if (overlap && !(mine == batch))
      contradiction =
          "contradicts " + path_ + " about game " + std::to_string(std::max(mine.first, batch.first)) + " of " + batch.cell;
    if (!good || (there && mine.first == batch.first) || !contradiction.empty()) return;
    good = database_->run(insert, bind_row(batch), [](sqlite3_stmt*) {});
    ++added;
  });
  good = good && contradiction.empty() && database_->execute("COMMIT");
  if (good) return {.error = "", .added = added};
  const std::string error = rollback();
  return contradiction.empty() ? Merged{.error = error, .unwritable = true} : refused(contradiction, false);
}

}  // namespace archon

#include "sim/results/database.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace archon {
namespace {

constexpr int kPatience = 300;           // milliseconds: a process that was killed keeps its locks for a moment
constexpr int kLongestValue = 64 << 20;  // bytes
constexpr std::string_view kMagic("SQLite format 3\0", 16);

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

}  // namespace

std::string about_ledger(const std::string& path) { return "ledger " + path + ": "; }

// What a failed call means for the user.
std::string explained(const std::string& path, int code, const char* detail) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return about_ledger(path) + "in use by another process (wait for it, or name another file)";
    case SQLITE_NOTADB:
      return about_ledger(path) + "this is not a ledger, nor any SQLite file (name another file)";
    case SQLITE_CORRUPT:
      return about_ledger(path) + "the file is damaged (restore a copy, or begin a new ledger)";
    case SQLITE_FULL:
      return about_ledger(path) + "the disk is full (what was saved before is safe)";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return about_ledger(path) + "the file or its folder is read-only";
    case SQLITE_CANTOPEN:
      if (!folder.empty() && !std::filesystem::is_directory(folder, error))
        return about_ledger(path) + "there is no folder " + folder.string();
      return about_ledger(path) + "cannot be opened (may you write to the file and its folder?)";
    case SQLITE_IOERR:
      return about_ledger(path) + "reading or writing failed: " + detail + " (is the disk full? what was saved before is safe)";
    default:
      return about_ledger(path) + detail;
  }
}

bool exists(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0;
}

LedgerPlace take_place(const std::string& path) {
  if (const int made = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644); made >= 0) {
    close(made);
    return {.made = true, .error = ""};
  }
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};  // SQLite says why
  if (S_ISDIR(status.st_mode)) return {.error = about_ledger(path) + "this is a folder"};
  if (!S_ISREG(status.st_mode)) return {.error = about_ledger(path) + "this is no file (name a file)"};
  // Closing any descriptor of a file drops this process's locks on it: this must come before SQLite takes them.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char start[kMagic.size()];
  const ssize_t length = read(file, start, sizeof start);
  close(file);
  if (length <= 0 || std::string_view(start, static_cast<size_t>(length)) == kMagic) return {};
  return {.error = explained(path, SQLITE_NOTADB, "")};
}

bool Database::fail(int code) {
  if (error.empty()) unwritable = is_unwritable(path, code);
  if (error.empty()) busy = (code & 0xFF) == SQLITE_BUSY || (code & 0xFF) == SQLITE_LOCKED;
  if (error.empty()) error = explained(path, code, connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code));
  return false;
}

bool Database::fail(const std::string& what) {
  if (error.empty()) error = about_ledger(path) + what;
  return false;
}

bool Database::connect(const std::string& parameters, int flags) {
  return connect_to("file:" + percent_encoded(path) + parameters, flags | SQLITE_OPEN_URI);
}

bool Database::connect_memory() { return connect_to(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE); }

bool Database::connect_to(const std::string& name, int flags) {
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
  if (code != SQLITE_OK) return fail(code);
  sqlite3_extended_result_codes(connection, 1);
  sqlite3_busy_timeout(connection, kPatience);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, kLongestValue);
  for (const auto& [setting, value] : {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
                                       std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0)})
    if (const int set = sqlite3_db_config(connection, setting, value, nullptr); set != SQLITE_OK) return fail(set);
  return true;
}

bool Database::execute(const char* sql) {
  const int code = sqlite3_exec(connection, sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK || fail(code);
}

bool Database::checkpoint_on_close(bool yes) {
  const int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, yes ? 0 : 1, nullptr);
  return code == SQLITE_OK || fail(code);
}

bool Database::moved() const {
  int has_moved = 0;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) == SQLITE_OK && has_moved != 0;
}

Database::Statement Database::prepare(const char* sql) {
  sqlite3_stmt* statement = nullptr;
  if (const int code = sqlite3_prepare_v2(connection, sql, -1, &statement, nullptr); code != SQLITE_OK) fail(code);
  return {statement, &sqlite3_finalize};
}

std::string text_column(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return text ? std::string(text, static_cast<size_t>(sqlite3_column_bytes(statement, column))) : std::string();
}

void bind_text(sqlite3_stmt* statement, int index, std::string_view text) {
  sqlite3_bind_text64(statement, index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace archon

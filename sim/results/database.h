#pragma once
// One SQLite file as a ledger uses it: a connection that remembers its first error, as a message for the user. Only for
// sim/results.
#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace archon {

// "ledger PATH: "
std::string about_ledger(const std::string& path);

// What a failed call means for the user.
std::string explained(const std::string& path, int code, const char* detail);

bool exists(const std::string& path);  // a link counts, wherever it leads

// The file that is to be a ledger, before SQLite sees it. Makes an empty one where there is none, as one of several processes.
// What is no SQLite file is refused, and left as it is: SQLite takes one of few bytes for an empty database.
struct LedgerPlace {
  bool made = false;  // this process made it
  std::string error;
};
LedgerPlace take_place(const std::string& path);

struct Database {
  sqlite3* connection = nullptr;
  std::string path, error;
  bool writable = false;
  bool unwritable = false;  // the error is one of writing
  bool busy = false;        // the error is that another process has it

  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close(connection); }

  bool fail(int code);
  bool fail(const std::string& what);  // after "ledger PATH: "
  // What a file says may be anybody's: no views, no triggers, no functions in the schema, no values of any length.
  bool connect(const std::string& parameters, int flags);
  bool connect_memory();  // to an empty database that is in no file
  bool execute(const char* sql);
  // Until a ledger has been found good, closing must not move the write-ahead log into the file.
  bool checkpoint_on_close(bool yes);
  // Whether the file that is open lies at its path no more: what is written to it is lost.
  bool moved() const;
  // A prepared statement; null when it can't be.
  using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;
  Statement prepare(const char* sql);

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
  std::string take_error() { return std::exchange(error, {}); }

 private:
  bool connect_to(const std::string& name, int flags);
};

std::string text_column(sqlite3_stmt* statement, int column);
void bind_text(sqlite3_stmt* statement, int index, std::string_view text);

}  // namespace archon

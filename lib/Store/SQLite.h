// Wraps SQLite in C++ classes, with automatic cleanup and llvm::Error.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_STORE_SQLITE_H
#define PINSTRIPE_LIB_STORE_SQLITE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <string>

namespace pinstripe {

/// A prepared SQL statement. Its parameters are numbered from 1, the columns of
/// its rows from 0.
class SQLStatement {
public:
  explicit SQLStatement(sqlite3_stmt *statement) : statement(statement) {}

  SQLStatement &bind(int parameter, uint64_t value);
  SQLStatement &bind(int parameter, double value);
  SQLStatement &bind(int parameter, llvm::StringRef text);
  SQLStatement &bind(int parameter, llvm::ArrayRef<uint8_t> bytes);

  uint64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  /// Returns the bytes in a column of the current row. They are valid until the
  /// next step of the SQL statement.
  llvm::ArrayRef<uint8_t> bytes(int column) const;

private:
  friend class SQLDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt *each) const { sqlite3_finalize(each); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement;
};

/// A database file of SQLite. The functions of this class return a
/// TraceFormatError if the file is damaged. They return a FileError for any
/// other failure. Both errors name the file and a remedy.
class SQLDatabase {
public:
  /// The ways to open a database. Readers and a writer share a lock file of 32
  /// KiB. ReadAlone needs no lock file, so it works on a full disk, but only
  /// while no other process uses the database.
  enum class Access : uint8_t { Write, Read, ReadAlone };
  static llvm::Expected<SQLDatabase> open(const std::string &path,
                                          Access access);

  llvm::Expected<SQLStatement> prepare(llvm::StringRef sql);
  /// Executes an SQL statement up to its next row. Returns false after the last
  /// row; the statement can then be executed again with other values for its
  /// parameters.
  llvm::Expected<bool> step(SQLStatement &statement);
  /// Executes SQL statements that have no parameters and return no rows.
  llvm::Error execute(const char *sql);
  llvm::Error damaged(const llvm::Twine &what) const;

private:
  struct Close {
    void operator()(sqlite3 *each) const { sqlite3_close(each); }
  };
  SQLDatabase(std::string path, sqlite3 *handle)
      : path(std::move(path)), handle(handle) {}
  llvm::Error errorOf(int code) const;

  std::string path;
  std::unique_ptr<sqlite3, Close> handle;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_STORE_SQLITE_H

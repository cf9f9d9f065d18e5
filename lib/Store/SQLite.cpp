// Wraps SQLite in C++ classes, with automatic cleanup and llvm::Error.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SQLite.h"
#include "pinstripe/Support/Error.h"
#include <cerrno>

using namespace pinstripe;

/// The largest time to wait while another process uses the database. A process
/// needs the database only for a short time. So a longer wait means that
/// something is wrong.
static constexpr int busyMilliseconds = 10'000;

/// With these settings, SQLite writes changes to a log without a flush to the
/// disk. So it takes only microseconds to store a test. If the tool is killed,
/// nothing that was stored is lost. After a power loss, the latest changes may
/// be missing.
static constexpr const char *settings = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
)";

SQLStatement &SQLStatement::bind(int parameter, uint64_t value) {
  sqlite3_bind_int64(statement.get(), parameter,
                     static_cast<sqlite3_int64>(value));
  return *this;
}

SQLStatement &SQLStatement::bind(int parameter, double value) {
  sqlite3_bind_double(statement.get(), parameter, value);
  return *this;
}

SQLStatement &SQLStatement::bind(int parameter, llvm::StringRef text) {
  sqlite3_bind_text64(statement.get(), parameter, text.data(), text.size(),
                      SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

SQLStatement &SQLStatement::bind(int parameter, llvm::ArrayRef<uint8_t> bytes) {
  sqlite3_bind_blob64(statement.get(), parameter, bytes.data(), bytes.size(),
                      SQLITE_TRANSIENT);
  return *this;
}

uint64_t SQLStatement::number(int column) const {
  return static_cast<uint64_t>(sqlite3_column_int64(statement.get(), column));
}

double SQLStatement::real(int column) const {
  return sqlite3_column_double(statement.get(), column);
}

std::string SQLStatement::text(int column) const {
  llvm::ArrayRef<uint8_t> content = bytes(column);
  return {content.begin(), content.end()};
}

llvm::ArrayRef<uint8_t> SQLStatement::bytes(int column) const {
  const void *data = sqlite3_column_blob(statement.get(), column);
  int size = sqlite3_column_bytes(statement.get(), column);
  return {static_cast<const uint8_t *>(data), static_cast<size_t>(size)};
}

llvm::Expected<SQLDatabase> SQLDatabase::open(const std::string &path,
                                              Access access) {
  int flags = SQLITE_OPEN_READWRITE;
  if (access == Access::Read)
    flags = SQLITE_OPEN_READONLY;
  else if (access == Access::Write)
    flags |= SQLITE_OPEN_CREATE;
  sqlite3 *handle = nullptr;
  int code = sqlite3_open_v2(path.c_str(), &handle,
                             flags | SQLITE_OPEN_EXRESCODE, nullptr);
  SQLDatabase database(path, handle);
  if (code != SQLITE_OK)
    return database.errorOf(code);
  sqlite3_busy_timeout(handle, busyMilliseconds);
  if (access == Access::ReadAlone)
    if (llvm::Error error = database.execute("PRAGMA locking_mode = EXCLUSIVE"))
      return error;
  if (access == Access::Write)
    if (llvm::Error error = database.execute(settings))
      return error;
  return database;
}

llvm::Error SQLDatabase::damaged(const llvm::Twine &what) const {
  return llvm::make_error<TraceFormatError>(
      path + ": this database can't be read (" + what +
      "); remove the file to begin again");
}

/// Returns true if a call of SQLite has failed because the disk was full.
/// `code` is the error code of SQLite. `reason` is the errno of the system call
/// that failed.
static bool isDiskFull(int code, int reason) {
  return code == SQLITE_FULL ||
         ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) &&
          (reason == ENOSPC || reason == EDQUOT));
}

llvm::Error SQLDatabase::errorOf(int code) const {
  std::string what =
      handle ? sqlite3_errmsg(handle.get()) : sqlite3_errstr(code);
  int reason = handle ? sqlite3_system_errno(handle.get()) : 0;
  code &= 0xff;
  if (isDiskFull(code, reason))
    return llvm::make_error<FileError>(
        path + ": the disk is full; make room and start again: nothing that "
               "was tested is lost");
  switch (code) {
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
  // SQLite reports a missing table as SQLITE_ERROR. A missing table means that
  // the file is damaged.
  case SQLITE_ERROR:
  case SQLITE_SCHEMA:
    return damaged(what);
  case SQLITE_IOERR:
  case SQLITE_CANTOPEN:
    return llvm::make_error<FileError>(
        path + ": " + what + "; see whether its disk has room and works");
  case SQLITE_BUSY:
    return llvm::make_error<FileError>(
        path + ": another program has had it locked for " +
        llvm::Twine(busyMilliseconds / 1000) + " s; end that one");
  default:
    return llvm::make_error<FileError>(path + ": " + what);
  }
}

llvm::Expected<SQLStatement> SQLDatabase::prepare(llvm::StringRef sql) {
  sqlite3_stmt *statement = nullptr;
  int code =
      sqlite3_prepare_v3(handle.get(), sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK)
    return errorOf(code);
  return SQLStatement(statement);
}

llvm::Expected<bool> SQLDatabase::step(SQLStatement &statement) {
  int code = sqlite3_step(statement.statement.get());
  if (code == SQLITE_ROW)
    return true;
  sqlite3_reset(statement.statement.get());
  if (code == SQLITE_DONE)
    return false;
  return errorOf(code);
}

llvm::Error SQLDatabase::execute(const char *sql) {
  int code = sqlite3_exec(handle.get(), sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? llvm::Error::success() : errorOf(code);
}

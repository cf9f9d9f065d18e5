// Stores the outcomes of tests, each with a hash of what was tested, such as an
// input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/OutcomeDatabase.h"
#include "SQLite.h"
#include <optional>

using namespace pinstripe;

/// The version of the format. It must be raised when a column changes its
/// meaning; then all tests in the old format are deleted.
static constexpr uint64_t outcomeFormatVersion = 1;

static constexpr const char *outcomeTables = R"(
CREATE TABLE IF NOT EXISTS about (version INTEGER);
CREATE TABLE IF NOT EXISTS conditions (
  number INTEGER PRIMARY KEY, words TEXT UNIQUE);
CREATE TABLE IF NOT EXISTS outcomes (
  conditions INTEGER, low INTEGER, high INTEGER, outcome INTEGER, cause TEXT,
  PRIMARY KEY (conditions, low, high)) WITHOUT ROWID;
)";

struct OutcomeDatabase::Connection {
  explicit Connection(SQLDatabase database) : database(std::move(database)) {}
  SQLDatabase database;
  std::optional<SQLStatement> insert;
};

OutcomeDatabase::OutcomeDatabase(std::unique_ptr<Connection> connection)
    : connection(std::move(connection)) {}
OutcomeDatabase::~OutcomeDatabase() = default;

llvm::Expected<std::unique_ptr<OutcomeDatabase>>
OutcomeDatabase::open(const std::string &path, llvm::StringRef conditions) {
  auto database = SQLDatabase::open(path, SQLDatabase::Access::Write);
  if (!database)
    return database.takeError();
  std::unique_ptr<OutcomeDatabase> result(
      new OutcomeDatabase(std::make_unique<Connection>(std::move(*database))));
  if (llvm::Error error = result->prepare(conditions))
    return error;
  return result;
}

/// Executes an SQL statement that returns at most one row. Returns whether
/// there is a row.
static llvm::Expected<bool> find(SQLDatabase &database,
                                 std::optional<SQLStatement> &statement,
                                 llvm::StringRef sql,
                                 std::optional<llvm::StringRef> text = {}) {
  if (llvm::Error error = database.prepare(sql).moveInto(statement))
    return error;
  if (text)
    statement->bind(1, *text);
  return database.step(*statement);
}

llvm::Error OutcomeDatabase::prepare(llvm::StringRef conditions) {
  SQLDatabase &database = connection->database;
  if (llvm::Error error = database.execute(outcomeTables))
    return error;
  std::optional<SQLStatement> row;
  llvm::Expected<bool> hasVersion =
      find(database, row, "SELECT version FROM about");
  if (!hasVersion)
    return hasVersion.takeError();
  bool isCurrent = *hasVersion && row->number(0) == outcomeFormatVersion;
  row.reset();
  if (!isCurrent) {
    std::string reset = "BEGIN; DELETE FROM outcomes; DELETE FROM conditions; "
                        "DELETE FROM about; INSERT INTO about VALUES (" +
                        std::to_string(outcomeFormatVersion) + "); COMMIT;";
    if (llvm::Error error = database.execute(reset.c_str()))
      return error;
  }
  llvm::Expected<bool> added =
      find(database, row,
           "INSERT OR IGNORE INTO conditions (words) VALUES (?1)", conditions);
  if (!added)
    return added.takeError();
  llvm::Expected<bool> found =
      find(database, row, "SELECT number FROM conditions WHERE words = ?1",
           conditions);
  if (!found)
    return found.takeError();
  if (!*found)
    return database.damaged("the conditions of its tests are missing");
  conditionsNumber = row->number(0);
  row.reset();
  llvm::Expected<SQLStatement> insert = database.prepare(
      "INSERT OR REPLACE INTO outcomes VALUES (?1, ?2, ?3, ?4, ?5)");
  if (!insert)
    return insert.takeError();
  connection->insert = std::move(*insert);
  return llvm::Error::success();
}

llvm::Error OutcomeDatabase::add(const Key &key, Outcome outcome,
                                 llvm::StringRef cause) {
  connection->insert->bind(1, conditionsNumber)
      .bind(2, key.first)
      .bind(3, key.second)
      .bind(4, static_cast<uint64_t>(outcome))
      .bind(5, cause);
  return connection->database.step(*connection->insert).takeError();
}

llvm::Error OutcomeDatabase::forEach(
    llvm::function_ref<void(const Key &key, Outcome outcome)> visit) {
  SQLDatabase &database = connection->database;
  llvm::Expected<SQLStatement> rows = database.prepare(
      "SELECT low, high, outcome FROM outcomes WHERE conditions = ?1");
  if (!rows)
    return rows.takeError();
  rows->bind(1, conditionsNumber);
  for (;;) {
    llvm::Expected<bool> found = database.step(*rows);
    if (!found || !*found)
      return found.takeError();
    uint64_t outcome = rows->number(2);
    if (outcome > static_cast<uint64_t>(Outcome::Unresolved))
      return database.damaged("a test has no valid outcome");
    visit({rows->number(0), rows->number(1)}, static_cast<Outcome>(outcome));
  }
}

llvm::Error OutcomeDatabase::clear() {
  std::string sql = "DELETE FROM outcomes WHERE conditions = " +
                    std::to_string(conditionsNumber) + ";";
  return connection->database.execute(sql.c_str());
}

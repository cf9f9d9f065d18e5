// Stores all tests of a case in a database.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/TestDatabase.h"
#include "EventSetDelta.h"
#include "SQLite.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// The version of the format of the test database. It must be raised when a
/// column is added or changes its meaning.
static constexpr uint64_t testFormatVersion = 3;

static constexpr const char *testTables = R"(
CREATE TABLE IF NOT EXISTS about (
  version INTEGER, identity TEXT, events INTEGER);
CREATE TABLE IF NOT EXISTS conditions (
  number INTEGER PRIMARY KEY, words TEXT UNIQUE, latest INTEGER);
CREATE TABLE IF NOT EXISTS tests (
  number INTEGER PRIMARY KEY, conditions INTEGER, low INTEGER, high INTEGER,
  outcome INTEGER, ending TEXT, cause TEXT, seconds REAL, during INTEGER,
  output TEXT, base INTEGER, difference BLOB);
)";

enum Column : int {
  Number,
  Under,
  Low,
  High,
  Result,
  End,
  Cause,
  Time,
  During,
  Output,
  Base,
  Blob
};
static constexpr llvm::StringLiteral allColumns = "SELECT * FROM tests ";
static constexpr llvm::StringLiteral allButEvents =
    "SELECT number, conditions, low, high, outcome, ending, cause, seconds, "
    "during FROM tests ";

struct TestDatabase::Connection {
  explicit Connection(SQLDatabase database) : database(std::move(database)) {}
  SQLDatabase database;
  std::optional<SQLStatement> insert, selectReason;
};

TestDatabase::TestDatabase(std::unique_ptr<Connection> connection)
    : connection(std::move(connection)) {}
TestDatabase::~TestDatabase() = default;

llvm::Expected<std::unique_ptr<TestDatabase>>
TestDatabase::open(const std::string &path, const std::string &identity,
                   size_t events, const Conditions &conditions) {
  auto database = SQLDatabase::open(path, SQLDatabase::Access::Write);
  if (!database)
    return database.takeError();
  std::unique_ptr<TestDatabase> result(
      new TestDatabase(std::make_unique<Connection>(std::move(*database))));
  if (llvm::Error error = result->prepare(identity, events))
    return error;
  if (llvm::Error error = result->selectConditions(conditions))
    return error;
  return result;
}

llvm::Expected<std::unique_ptr<TestDatabase>>
TestDatabase::openForReading(const std::string &path) {
  auto openAs = [&path](SQLDatabase::Access access)
      -> llvm::Expected<std::unique_ptr<TestDatabase>> {
    auto database = SQLDatabase::open(path, access);
    if (!database)
      return database.takeError();
    std::unique_ptr<TestDatabase> result(
        new TestDatabase(std::make_unique<Connection>(std::move(*database))));
    if (llvm::Error error = result->readAbout())
      return error;
    return result;
  };
  auto shared = openAs(SQLDatabase::Access::Read);
  if (!shared.errorIsA<FileError>())
    return shared;
  // SQLite needs a lock file, which readers and a writer share. If the lock
  // file can't be made, for example on a full disk, the database is opened
  // without it, and no other process may use the database.
  auto alone = openAs(SQLDatabase::Access::ReadAlone);
  if (alone) {
    llvm::consumeError(shared.takeError());
    return alone;
  }
  llvm::consumeError(alone.takeError());
  return shared;
}

llvm::Error TestDatabase::readAbout() {
  SQLDatabase &database = connection->database;
  auto any = database.prepare("SELECT 1 FROM sqlite_master LIMIT 1");
  if (!any)
    return any.takeError();
  llvm::Expected<bool> isMade = database.step(*any);
  if (!isMade)
    return isMade.takeError();
  if (!*isMade)
    return llvm::make_error<UsageError>(
        "no tests yet; `pinstripe reduce` makes some");
  auto about = database.prepare("SELECT version, events FROM about");
  if (!about)
    return about.takeError();
  llvm::Expected<bool> found = database.step(*about);
  if (!found)
    return found.takeError();
  if (!*found || about->number(0) != testFormatVersion)
    return database.damaged("it is of another version");
  eventCount = about->number(1);
  auto latest = database.prepare(
      "SELECT number, words FROM conditions ORDER BY latest DESC LIMIT 1");
  if (!latest)
    return latest.takeError();
  found = database.step(*latest);
  if (!found || !*found)
    return found.takeError();
  conditionsNumber = latest->number(0);
  theConditions = latest->text(1);
  return llvm::Error::success();
}

/// Returns true if the tests in the database are in the present format and
/// belong to the present recording, which has `events` events and a trace file
/// with the hash `identity`.
static llvm::Expected<bool>
isAbout(SQLDatabase &database, const std::string &identity, size_t events) {
  auto about = database.prepare("SELECT version, identity, events FROM about");
  if (!about)
    return about.takeError();
  llvm::Expected<bool> found = database.step(*about);
  if (!found || !*found)
    return found;
  return about->number(0) == testFormatVersion && about->text(1) == identity &&
         about->number(2) == events;
}

llvm::Error TestDatabase::prepare(const std::string &identity, size_t events) {
  SQLDatabase &database = connection->database;
  // All tables of the database are created in one transaction. So a reader
  // finds either all of them or none.
  if (llvm::Error error = database.execute("BEGIN IMMEDIATE"))
    return error;
  if (llvm::Error error = database.execute(testTables))
    return error;
  eventCount = events;
  llvm::Expected<bool> same = isAbout(database, identity, events);
  if (!same)
    return same.takeError();
  if (*same) {
    if (llvm::Error error = database.execute("COMMIT"))
      return error;
    return readBase();
  }
  // The tables are of another recording, or were made by another version of the
  // tool and may have other columns. So they are made again.
  if (llvm::Error error = database.execute(
          "DROP TABLE tests; DROP TABLE conditions; DROP TABLE about;"))
    return error;
  if (llvm::Error error = database.execute(testTables))
    return error;
  auto insert = database.prepare("INSERT INTO about VALUES (?, ?, ?)");
  if (!insert)
    return insert.takeError();
  insert->bind(1, testFormatVersion).bind(2, llvm::StringRef(identity));
  insert->bind(3, uint64_t(events));
  if (llvm::Expected<bool> row = database.step(*insert); !row)
    return row.takeError();
  base = EventSet(events);
  return database.execute("COMMIT");
}

/// Selects the conditions of tests, such as the predicate. From now on, `add`
/// stores tests under these conditions, and `forEach` visits only tests under
/// them. The database remembers the latest selection for `openForReading`.
llvm::Error TestDatabase::selectConditions(const Conditions &conditions) {
  SQLDatabase &database = connection->database;
  auto select = database.prepare(
      "INSERT INTO conditions (words, latest) "
      "VALUES (?, (SELECT coalesce(max(latest), 0) + 1 FROM conditions)) "
      "ON CONFLICT (words) DO UPDATE SET latest = excluded.latest "
      "RETURNING number");
  if (!select)
    return select.takeError();
  select->bind(1, llvm::StringRef(conditions));
  llvm::Expected<bool> row = database.step(*select);
  if (!row)
    return row.takeError();
  conditionsNumber = select->number(0);
  theConditions = conditions;
  // The SQL statement returns only one row. But SQLite commits the change only
  // when the statement has ended, which takes a further step.
  return database.step(*select).takeError();
}

llvm::Expected<bool> TestDatabase::chooseConditions(
    llvm::function_ref<bool(const Conditions &)> isWanted) {
  SQLDatabase &database = connection->database;
  auto rows = database.prepare(
      "SELECT number, words FROM conditions ORDER BY latest DESC");
  if (!rows)
    return rows.takeError();
  for (;;) {
    llvm::Expected<bool> row = database.step(*rows);
    if (!row || !*row)
      return row;
    std::string words = rows->text(1);
    if (!isWanted(words))
      continue;
    conditionsNumber = rows->number(0);
    theConditions = std::move(words);
    return true;
  }
}

static StoredTest testIn(const SQLStatement &row) {
  StoredTest test;
  test.number = row.number(Number);
  test.key = {row.number(Low), row.number(High)};
  test.outcome = static_cast<Outcome>(row.number(Result));
  test.ending = row.text(End);
  test.cause = row.text(Cause);
  test.seconds = row.real(Time);
  // The column has 1 plus the number of the event during which the run ended
  // early. It has 0 if the run did not end early, or if the event is not known.
  if (uint64_t during = row.number(During))
    test.endedDuring = EventIndex(static_cast<uint32_t>(during - 1));
  return test;
}

llvm::Error TestDatabase::readBase() {
  SQLDatabase &database = connection->database;
  base = EventSet(eventCount);
  auto fails =
      database.prepare(allColumns.str() + "WHERE outcome = ? ORDER BY number");
  if (!fails)
    return fails.takeError();
  fails->bind(1, static_cast<uint64_t>(Outcome::Fail));
  for (;;) {
    llvm::Expected<bool> row = database.step(*fails);
    if (!row)
      return row.takeError();
    if (!*row)
      break;
    std::optional<EventSet> set = applyDelta(base, fails->bytes(Blob));
    if (!set || fails->number(Base) != baseNumber)
      return database.damaged("a set of events is damaged");
    base = std::move(*set);
    baseNumber = fails->number(Number);
  }
  auto last = database.prepare("SELECT coalesce(max(number), 0) FROM tests");
  if (!last)
    return last.takeError();
  if (llvm::Expected<bool> row = database.step(*last); !row)
    return row.takeError();
  count = last->number(0);
  return llvm::Error::success();
}

llvm::Error TestDatabase::add(StoredTest &test) {
  SQLDatabase &database = connection->database;
  std::optional<SQLStatement> &insert = connection->insert;
  if (!insert) {
    auto prepared = database.prepare(
        "INSERT INTO tests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!prepared)
      return prepared.takeError();
    insert.emplace(std::move(*prepared));
  }
  test.number = count + 1;
  uint64_t during =
      test.endedDuring ? static_cast<uint64_t>(*test.endedDuring) + 1 : 0;
  insert->bind(Number + 1, test.number)
      .bind(Under + 1, conditionsNumber)
      .bind(Low + 1, test.key.first)
      .bind(High + 1, test.key.second)
      .bind(Result + 1, static_cast<uint64_t>(test.outcome))
      .bind(End + 1, llvm::StringRef(test.ending))
      .bind(Cause + 1, llvm::StringRef(test.cause))
      .bind(Time + 1, test.seconds)
      .bind(During + 1, during)
      .bind(Output + 1, llvm::StringRef(test.difference))
      .bind(Base + 1, baseNumber)
      .bind(Blob + 1, llvm::ArrayRef<uint8_t>(encodeDelta(base, test.events)));
  if (llvm::Expected<bool> row = database.step(*insert); !row)
    return row.takeError();
  count = test.number;
  if (test.outcome != Outcome::Fail)
    return llvm::Error::success();
  base = test.events;
  baseNumber = test.number;
  return llvm::Error::success();
}

llvm::Error TestDatabase::forEach(
    llvm::function_ref<llvm::Error(const StoredTest &)> visit) {
  SQLDatabase &database = connection->database;
  auto rows = database.prepare(allColumns.str() + "ORDER BY number");
  if (!rows)
    return rows.takeError();
  EventSet fail(eventCount);
  uint64_t failNumber = 0;
  for (;;) {
    llvm::Expected<bool> row = database.step(*rows);
    if (!row || !*row)
      return row.takeError();
    StoredTest test = testIn(*rows);
    std::optional<EventSet> set = applyDelta(fail, rows->bytes(Blob));
    if (!set || rows->number(Base) != failNumber)
      return database.damaged("a set of events is damaged");
    test.events = std::move(*set);
    if (rows->number(Under) == conditionsNumber)
      if (llvm::Error error = visit(test))
        return error;
    if (test.outcome != Outcome::Fail)
      continue;
    fail = std::move(test.events);
    failNumber = test.number;
  }
}

llvm::Error TestDatabase::forEachOutcome(
    llvm::function_ref<void(const StoredTest &)> visit) {
  SQLDatabase &database = connection->database;
  auto rows = database.prepare(allButEvents.str() +
                               "WHERE conditions = ? ORDER BY number");
  if (!rows)
    return rows.takeError();
  rows->bind(1, conditionsNumber);
  for (;;) {
    llvm::Expected<bool> row = database.step(*rows);
    if (!row || !*row)
      return row.takeError();
    visit(testIn(*rows));
  }
}

llvm::Expected<std::string> TestDatabase::reasonOf(uint64_t number) {
  SQLDatabase &database = connection->database;
  std::optional<SQLStatement> &select = connection->selectReason;
  if (!select) {
    auto prepared = database.prepare(
        "SELECT CASE outcome WHEN ? THEN output ELSE ending END FROM tests "
        "WHERE number = ?");
    if (!prepared)
      return prepared.takeError();
    select.emplace(std::move(*prepared));
  }
  select->bind(1, static_cast<uint64_t>(Outcome::Pass)).bind(2, number);
  llvm::Expected<bool> row = database.step(*select);
  if (!row)
    return row.takeError();
  if (!*row)
    return database.damaged("a test is missing");
  std::string reason = select->text(0);
  // There is only one row. The further step ends the SQL statement, so that it
  // can be executed again.
  if (llvm::Error error = database.step(*select).takeError())
    return error;
  return reason;
}

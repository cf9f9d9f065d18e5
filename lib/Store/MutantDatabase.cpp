// Stores the effects of mutants in a database of the case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant is the program with one small change of its source.

#include "pinstripe/Store/MutantDatabase.h"
#include "SQLite.h"

using namespace pinstripe;

/// The version of the format of the database. It must be raised when a column
/// changes its meaning, or when an enumerator of Effect gets another number.
static constexpr uint64_t mutantFormatVersion = 1;

static constexpr const char *mutantTables = R"(
CREATE TABLE IF NOT EXISTS about (version INTEGER);
CREATE TABLE IF NOT EXISTS mutants (
  conditions INTEGER, low INTEGER, high INTEGER, effect INTEGER, right INTEGER,
  refuted INTEGER, PRIMARY KEY (conditions, low, high)) WITHOUT ROWID;
)";

/// The number in the column `effect` for a change that the compiler has
/// rejected.
static constexpr uint64_t rejected = effects;

struct MutantDatabase::Connection {
  SQLDatabase database;
  uint64_t conditions;
};

MutantDatabase::MutantDatabase(std::unique_ptr<Connection> connection)
    : connection(std::move(connection)) {}
MutantDatabase::~MutantDatabase() = default;

llvm::Expected<std::unique_ptr<MutantDatabase>>
MutantDatabase::open(const std::string &path, uint64_t conditions) {
  auto database = SQLDatabase::open(path, SQLDatabase::Access::Write);
  if (!database)
    return database.takeError();
  std::unique_ptr<MutantDatabase> result(
      new MutantDatabase(std::unique_ptr<Connection>(
          new Connection{std::move(*database), conditions})));
  if (llvm::Error error = result->prepare())
    return error;
  return result;
}

llvm::Error MutantDatabase::prepare() {
  SQLDatabase &database = connection->database;
  for (const char *sql : {"BEGIN IMMEDIATE", mutantTables})
    if (llvm::Error error = database.execute(sql))
      return error;
  auto about = database.prepare("SELECT version FROM about");
  if (!about)
    return about.takeError();
  llvm::Expected<bool> row = database.step(*about);
  if (!row)
    return row.takeError();
  bool isCurrent = *row && about->number(0) == mutantFormatVersion;
  if (!isCurrent) {
    if (llvm::Error error =
            database.execute("DELETE FROM mutants; DELETE FROM about;"))
      return error;
    auto insert = database.prepare("INSERT INTO about VALUES (?)");
    if (!insert)
      return insert.takeError();
    insert->bind(1, mutantFormatVersion);
    if (llvm::Expected<bool> done = database.step(*insert); !done)
      return done.takeError();
  }
  return database.execute("COMMIT");
}

llvm::Error MutantDatabase::insert(llvm::ArrayRef<StoredMutant> mutants) {
  SQLDatabase &database = connection->database;
  auto insert = database.prepare(
      "INSERT OR REPLACE INTO mutants VALUES (?, ?, ?, ?, ?, ?)");
  if (!insert)
    return insert.takeError();
  for (const StoredMutant &mutant : mutants) {
    uint64_t effect =
        mutant.effect ? static_cast<uint64_t>(*mutant.effect) : rejected;
    insert->bind(1, connection->conditions)
        .bind(2, mutant.key.first)
        .bind(3, mutant.key.second)
        .bind(4, effect)
        .bind(5, mutant.right)
        .bind(6, uint64_t(mutant.isRefuted));
    if (llvm::Expected<bool> row = database.step(*insert); !row)
      return row.takeError();
  }
  return llvm::Error::success();
}

llvm::Error MutantDatabase::add(llvm::ArrayRef<StoredMutant> mutants) {
  SQLDatabase &database = connection->database;
  if (llvm::Error error = database.execute("BEGIN IMMEDIATE"))
    return error;
  llvm::Error error = insert(mutants);
  if (!error)
    return database.execute("COMMIT");
  // An error of ROLLBACK is ignored, since the first error tells what went
  // wrong.
  llvm::consumeError(database.execute("ROLLBACK"));
  return error;
}

llvm::Error
MutantDatabase::forEach(llvm::function_ref<void(const StoredMutant &)> visit) {
  SQLDatabase &database = connection->database;
  auto rows = database.prepare("SELECT low, high, effect, right, refuted FROM "
                               "mutants WHERE conditions = ?");
  if (!rows)
    return rows.takeError();
  rows->bind(1, connection->conditions);
  for (;;) {
    llvm::Expected<bool> row = database.step(*rows);
    if (!row || !*row)
      return row.takeError();
    StoredMutant mutant;
    mutant.key = {rows->number(0), rows->number(1)};
    uint64_t effect = rows->number(2);
    if (effect > rejected)
      return database.damaged("an effect is unknown");
    if (effect != rejected)
      mutant.effect = static_cast<Effect>(effect);
    mutant.right = rows->number(3);
    mutant.isRefuted = rows->number(4) != 0;
    visit(mutant);
  }
}

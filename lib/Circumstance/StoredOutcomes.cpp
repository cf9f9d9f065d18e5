// Remembers the tests of a search in a file, so that it can be resumed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/StoredOutcomes.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<StoredOutcomes>>
StoredOutcomes::open(const std::string &path, llvm::StringRef conditions,
                     bool isFresh) {
  auto database = OutcomeDatabase::open(path, conditions);
  if (!database)
    return database.takeError();
  std::unique_ptr<StoredOutcomes> result(
      new StoredOutcomes(std::move(*database)));
  if (isFresh) {
    if (llvm::Error error = result->database->clear())
      return error;
    return result;
  }
  auto remember = [&](const MaterialsKey &key, Outcome outcome) {
    result->remember(key, outcome);
    ++result->storedCount;
  };
  if (llvm::Error error = result->database->forEach(remember))
    return error;
  return result;
}

std::string StoredOutcomes::fileIn(llvm::StringRef caseDirectory) {
  return caseDirectory.str() + "/outcomes.sqlite";
}

llvm::Error StoredOutcomes::remove(const std::string &path) {
  for (const char *suffix : {"", "-wal", "-shm"})
    if (std::error_code code = llvm::sys::fs::remove(path + suffix))
      return llvm::make_error<FileError>("can't remove " + path + suffix +
                                         ": " + code.message());
  return llvm::Error::success();
}

llvm::Error StoredOutcomes::add(const MaterialsKey &key,
                                const TestedRun &test) {
  remember(key, test.outcome);
  return database->add(key, test.outcome, test.cause);
}

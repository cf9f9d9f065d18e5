//===- StoredTests.cpp - What former reductions have tested ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/StoredTests.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

llvm::StringRef pinstripe::causeOf(Outcome outcome, const Ending &ending) {
  if (outcome != Outcome::Unresolved)
    return "";
  if (std::holds_alternative<TimedOut>(ending))
    return "hang";
  if (const auto *limit = std::get_if<LimitReached>(&ending))
    return nameOf(limit->kind);
  if (std::holds_alternative<Diverged>(ending))
    return "divergence";
  if (std::holds_alternative<DecidedOtherwise>(ending))
    return decidedOtherwiseCause;
  if (std::holds_alternative<Crashed>(ending))
    return "crash";
  return "undecided";
}

static llvm::StringRef nameOf(UnrecordedCalls policy) {
  switch (policy) {
  case UnrecordedCalls::Diverge:
    return "diverge";
  case UnrecordedCalls::Skip:
    return "skip";
  case UnrecordedCalls::Run:
    return "run";
  }
  llvm_unreachable("not a policy");
}

/// Who asks for another engine wants to see what that does.
static std::string describeConditions(const RecordedCase &recorded) {
  CaseDescription words = describeCase(recorded);
  return llvm::join(words.predicates, " ") + " --poison " + words.poison +
         " --unrecorded " + nameOf(recorded.launch.unrecordedCalls).str() +
         ", " + words.flow + " flow, " +
         (recorded.launch.computedStores ? "computed places poisoned, " : "") +
         (recorded.theCase.limits.empty()
              ? ""
              : "at most " + llvm::join(recorded.theCase.limits, " ") + ", ") +
         recorded.engine.description.name + " engine";
}

/// The trace file says which program ran and what it executed.
static llvm::Expected<std::string> identityOf(const RecordedCase &recorded) {
  const std::string path = recorded.directory.traceFile();
  auto content = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!content)
    return llvm::make_error<FileError>("can't read " + path + ": " +
                                       content.getError().message());
  return llvm::utohexstr(
      llvm::xxh3_64bits(llvm::arrayRefFromStringRef((*content)->getBuffer())));
}

static llvm::Error removeDatabase(const std::string &path) {
  for (const char *suffix : {"", "-wal", "-shm"})
    if (std::error_code error = llvm::sys::fs::remove(path + suffix))
      return llvm::make_error<FileError>("can't remove " + path + suffix +
                                         ": " + error.message());
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<StoredTests>>
StoredTests::open(const RecordedCase &recorded, bool fresh,
                  const std::function<void(llvm::StringRef)> &say) {
  llvm::Expected<std::string> identity = identityOf(recorded);
  if (!identity)
    return identity.takeError();
  const std::string path = recorded.directory.testsFile();
  if (fresh)
    if (llvm::Error error = removeDatabase(path))
      return error;
  auto openOnce = [&]() -> llvm::Expected<std::unique_ptr<StoredTests>> {
    auto database = TestDatabase::open(path, *identity, recorded.trace.size(),
                                       describeConditions(recorded));
    if (!database)
      return database.takeError();
    return open(std::move(*database));
  };
  llvm::Expected<std::unique_ptr<StoredTests>> tests = openOnce();
  if (!tests.errorIsA<TraceFormatError>())
    return tests;
  // All that is in there can be found out again.
  if (say)
    say("warning: " + llvm::toString(tests.takeError()) +
        "; they are made again");
  if (llvm::Error error = removeDatabase(path))
    return error;
  return openOnce();
}

llvm::Expected<std::unique_ptr<StoredTests>>
StoredTests::open(std::unique_ptr<TestDatabase> database) {
  std::unique_ptr<StoredTests> tests(new StoredTests(std::move(database)));
  llvm::Error error =
      tests->database->forEachOutcome([&](const StoredTest &test) {
        tests->remember(test.key, test.outcome, test.cause);
      });
  if (error)
    return error;
  return tests;
}

void StoredTests::remember(const RunKey &key, Outcome outcome,
                           llvm::StringRef cause) {
  known.emplace(key, Known{outcome, causes.insert(cause).first->getKey()});
}

std::optional<StoredTests::Known> StoredTests::find(const RunKey &key) const {
  auto found = known.find(key);
  if (found == known.end())
    return std::nullopt;
  return found->second;
}

llvm::Error StoredTests::add(const LaneRun &run, Outcome outcome,
                             const Ending &ending, double seconds) {
  if (known.count(run.key))
    return llvm::Error::success();
  StoredTest test;
  test.key = run.key;
  test.outcome = outcome;
  test.ending = describeEnding(ending);
  test.cause = causeOf(outcome, ending).str();
  test.seconds = seconds;
  test.events = run.included;
  if (llvm::Error error = database->add(test))
    return error;
  remember(run.key, outcome, test.cause);
  return llvm::Error::success();
}

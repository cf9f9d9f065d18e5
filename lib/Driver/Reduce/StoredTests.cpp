// The stored tests of earlier reductions of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Poison.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

static llvm::StringRef policyName(UnrecordedCalls policy) {
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

TestConditions pinstripe::conditionsOf(const RecordedCase &recorded,
                                       const CaseRunner &runner,
                                       const LaunchSpec &launch,
                                       const PredicateSpec &predicate) {
  TestConditions conditions{predicate, launch.poison, launch.flow,
                            launch.unrecordedCalls};
  // Without any predicate, --same-stdout counts.
  conditions.predicate.sameStdout |= predicate.isEmpty();
  conditions.poisonsComputedStores = launch.computedStores != nullptr;
  conditions.limits = recorded.theCase.limits;
  conditions.engine = runner.engineDescription().name;
  return conditions;
}

// The numbers of the enumerators are stored, so new ones go at the end.
std::string TestConditions::serialise() const {
  llvm::json::Object object{{"stdout", predicate.sameStdout},
                            {"stderr", predicate.sameStderr},
                            {"exit", predicate.sameExit},
                            {"keep", predicate.keep},
                            {"files", predicate.sameFiles},
                            {"watches", predicate.watches},
                            {"checks", predicate.checks},
                            {"poison", static_cast<int>(poison)},
                            {"flow", static_cast<int>(flow)},
                            {"unrecorded", static_cast<int>(unrecordedCalls)},
                            {"computed", poisonsComputedStores},
                            {"limits", limits},
                            {"engine", engine}};
  return llvm::formatv("{0}", llvm::json::Value(std::move(object))).str();
}

std::optional<TestConditions> TestConditions::parse(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  TestConditions result;
  int poison = 0, flow = 0, unrecorded = 0;
  llvm::json::Path::Root root;
  llvm::json::ObjectMapper object(*value, root);
  bool isComplete = object &&
                    object.map("stdout", result.predicate.sameStdout) &&
                    object.map("stderr", result.predicate.sameStderr) &&
                    object.map("exit", result.predicate.sameExit) &&
                    object.map("keep", result.predicate.keep) &&
                    object.map("files", result.predicate.sameFiles) &&
                    object.map("watches", result.predicate.watches) &&
                    object.map("checks", result.predicate.checks) &&
                    object.map("poison", poison) && object.map("flow", flow) &&
                    object.map("unrecorded", unrecorded) &&
                    object.map("computed", result.poisonsComputedStores) &&
                    object.map("limits", result.limits) &&
                    object.map("engine", result.engine);
  if (!isComplete)
    return std::nullopt;
  result.poison = static_cast<Poison>(poison);
  result.flow = static_cast<Flow>(flow);
  result.unrecordedCalls = static_cast<UnrecordedCalls>(unrecorded);
  return result;
}

std::string TestConditions::describe() const {
  return llvm::join(describePredicates(predicate), " ") + " --poison " +
         poisonName(poison).str() + " --unrecorded " +
         policyName(unrecordedCalls).str() + ", " + flowName(flow).str() +
         " flow, " +
         (poisonsComputedStores ? "computed places poisoned, " : "") +
         (limits.empty() ? "" : "at most " + llvm::join(limits, " ") + ", ") +
         engine + " engine";
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
StoredTests::open(const RecordedCase &recorded,
                  const TestConditions &conditions, bool fresh,
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
                                       conditions.serialise());
    if (!database)
      return database.takeError();
    return open(std::move(*database));
  };
  llvm::Expected<std::unique_ptr<StoredTests>> tests = openOnce();
  if (!tests.errorIsA<TraceFormatError>())
    return tests;
  // Stored tests can be made again.
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
        tests->known.emplace(test.key,
                             Known{test.outcome, causeNamed(test.cause)});
      });
  if (error)
    return error;
  return tests;
}

std::optional<StoredTests::Known> StoredTests::find(const RunKey &key) const {
  auto found = known.find(key);
  if (found == known.end())
    return std::nullopt;
  return found->second;
}

llvm::Error StoredTests::add(const RunKey &key, const EventSet &included,
                             Outcome outcome, const Ending &ending,
                             double seconds) {
  if (known.count(key))
    return llvm::Error::success();
  StoredTest test;
  test.key = key;
  test.outcome = outcome;
  test.ending = describeEnding(ending);
  UnresolvedCause cause = causeOf(ending);
  if (outcome == Outcome::Unresolved)
    test.cause = nameOf(cause).str();
  test.seconds = seconds;
  test.events = included;
  if (llvm::Error error = database->add(test))
    return error;
  known.emplace(key, Known{outcome, cause});
  return llvm::Error::success();
}

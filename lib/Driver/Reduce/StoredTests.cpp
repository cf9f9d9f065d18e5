// Stores tests of a case on disk, so that later reductions need not make them
// again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

/// Returns the value of the option --unrecorded for a policy. The policy says
/// what happens if the program makes a call that is not in the recording.
static llvm::StringRef policyName(UnrecordedCalls policy) {
  constexpr llvm::StringLiteral names[] = {"diverge", "skip", "run"};
  return names[static_cast<size_t>(policy)];
}

TestConditions pinstripe::conditionsOf(const RecordedCase &recorded,
                                       const CaseRunner &runner,
                                       const LaunchSpec &launch,
                                       const PredicateSpec &predicate) {
  TestConditions conditions{predicate, launch.poison, launch.flow,
                            launch.unrecordedCalls};
  // If there is no predicate (condition for runs), a test requires that the
  // standard output is as recorded.
  conditions.predicate.sameStdout |= predicate.isEmpty();
  conditions.poisonsComputedStores = launch.computedStores != nullptr;
  conditions.guard = launch.flow == Flow::Guarded ? 1 : 0;
  conditions.schedule = launch.schedule.value_or(0);
  conditions.limits = recorded.theCase.limits;
  conditions.engine = runner.engineDescription().name;
  return conditions;
}

/// Calls `visit` with the name and the value of each condition of a test, until
/// `visit` returns false. An enum is stored as a number. So a new enumerator
/// must be added at the end of its enum; otherwise stored numbers would change
/// their meaning.
template <typename Conditions, typename Visit>
static bool visitAll(Conditions &conditions, Visit visit) {
  auto &predicate = conditions.predicate;
  return visit("stdout", predicate.sameStdout) &&
         visit("stderr", predicate.sameStderr) &&
         visit("exit", predicate.sameExit) &&
         visit("crash", predicate.sameCrash) && visit("keep", predicate.keep) &&
         visit("files", predicate.sameFiles) &&
         visit("watches", predicate.watches) &&
         visit("checks", predicate.checks) &&
         visit("poison", conditions.poison) && visit("flow", conditions.flow) &&
         visit("unrecorded", conditions.unrecordedCalls) &&
         visit("computed", conditions.poisonsComputedStores) &&
         visit("guard", conditions.guard) &&
         visit("schedule", conditions.schedule) &&
         visit("limits", conditions.limits) &&
         visit("engine", conditions.engine);
}

/// Converts bytes into text that JSON can hold, since the user's conditions for
/// runs can contain any bytes. Each byte becomes the character with the byte's
/// number (Latin-1).
static std::string textOfBytes(llvm::StringRef bytes) {
  std::string text;
  for (unsigned char byte : bytes) {
    if (byte < 0x80) {
      text += static_cast<char>(byte);
      continue;
    }
    text += static_cast<char>(0xc0 | byte >> 6);
    text += static_cast<char>(0x80 | (byte & 0x3f));
  }
  return text;
}

/// Returns the bytes that `textOfBytes` has converted into `text`.
static std::string bytesOfText(llvm::StringRef text) {
  std::string bytes;
  for (size_t i = 0; i != text.size(); ++i) {
    unsigned byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x80 && i + 1 != text.size())
      byte = byte << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

static std::vector<std::string>
convertAll(const std::vector<std::string> &words,
           std::string (*convert)(llvm::StringRef)) {
  std::vector<std::string> converted;
  for (const std::string &word : words)
    converted.push_back(convert(word));
  return converted;
}

std::string TestConditions::serialise() const {
  llvm::json::Object object;
  visitAll(*this,
           [&]<typename Value>(llvm::StringLiteral name, const Value &value) {
             if constexpr (std::is_enum_v<Value>)
               object[name] = static_cast<int>(value);
             else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
               object[name] = convertAll(value, textOfBytes);
             else if constexpr (std::is_same_v<Value, uint64_t>) {
               // Earlier versions of the tool knew fewer conditions. If a
               // number has its default value 0, it is not written, so that the
               // tests which those versions have stored can still be used.
               if (value != 0)
                 object[name] = value;
             } else
               object[name] = value;
             return true;
           });
  return llvm::formatv("{0}", llvm::json::Value(std::move(object))).str();
}

std::optional<TestConditions> TestConditions::parse(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return std::nullopt;
  }
  TestConditions result;
  llvm::json::Path::Root root;
  llvm::json::ObjectMapper object(*parsed, root);
  auto read = [&]<typename Value>(llvm::StringLiteral name, Value &value) {
    if constexpr (std::is_enum_v<Value>) {
      int number = 0;
      bool isNumber = object.map(name, number);
      value = static_cast<Value>(number);
      return isNumber;
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      bool areWords = object.map(name, value);
      value = convertAll(value, bytesOfText);
      return areWords;
    } else if constexpr (std::is_same_v<Value, uint64_t>) {
      return object.mapOptional(name, value);
    } else {
      return object.map(name, value);
    }
  };
  if (!object || !visitAll(result, read))
    return std::nullopt;
  return result;
}

std::string TestConditions::describe() const {
  return llvm::join(describePredicates(predicate), " ") + " --poison " +
         poisonName(poison).str() + " --unrecorded " +
         policyName(unrecordedCalls).str() + ", " + flowName(flow).str() +
         " flow, " +
         (poisonsComputedStores ? "computed places poisoned, " : "") +
         (schedule == 0 ? ""
                        : "--schedule " + std::to_string(schedule) + ", ") +
         (limits.empty() ? "" : "at most " + llvm::join(limits, " ") + ", ") +
         engine + " engine";
}

llvm::Expected<std::unique_ptr<StoredTests>>
StoredTests::open(const RecordedCase &recorded,
                  const TestConditions &conditions, bool fresh,
                  const std::function<void(llvm::StringRef)> &say) {
  llvm::Expected<std::string> identity = recorded.directory.recordingIdentity();
  if (!identity)
    return identity.takeError();
  const std::string path = recorded.directory.testsFile();
  if (fresh)
    if (llvm::Error error = recorded.directory.removeTests())
      return error;
  auto openOnce = [&]() -> llvm::Expected<std::unique_ptr<StoredTests>> {
    auto database = TestDatabase::open(path, *identity, recorded.trace.size(),
                                       conditions.serialise());
    if (!database)
      return database.takeError();
    auto opened = open(std::move(*database));
    if (opened)
      (*opened)->table = &recorded.table;
    return opened;
  };
  llvm::Expected<std::unique_ptr<StoredTests>> tests = openOnce();
  if (!tests.errorIsA<TraceFormatError>())
    return tests;
  // If the stored tests can't be used, the reduction makes all its tests again.
  if (say)
    say("warning: " + llvm::toString(tests.takeError()) +
        "; they are made again");
  if (llvm::Error error = recorded.directory.removeTests())
    return error;
  return openOnce();
}

llvm::Expected<std::unique_ptr<StoredTests>>
StoredTests::open(std::unique_ptr<TestDatabase> database) {
  std::unique_ptr<StoredTests> tests(new StoredTests(std::move(database)));
  llvm::Error error =
      tests->database->forEachOutcome([&](const StoredTest &test) {
        tests->known.emplace(test.key,
                             Known{test.outcome, causeNamed(test.cause),
                                   test.endedDuring, test.number});
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
                             const KeptReason &tested, const Ending &ending,
                             std::optional<EventIndex> endedDuring,
                             double seconds) {
  if (known.count(key))
    return llvm::Error::success();
  StoredTest test;
  test.key = key;
  test.outcome = tested.outcome;
  test.ending = table ? describeEnding(ending, *table) : describeEnding(ending);
  if (tested.outcome == Outcome::Unresolved)
    test.cause = nameOf(tested.cause).str();
  if (tested.outcome == Outcome::Pass)
    test.difference = tested.text;
  test.seconds = seconds;
  test.endedDuring = endedDuring;
  test.events = included;
  if (llvm::Error error = database->add(test))
    return error;
  known.emplace(key,
                Known{tested.outcome, tested.cause, endedDuring, test.number});
  return llvm::Error::success();
}

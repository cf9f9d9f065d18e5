// Replays a call of a function with other arguments, for `pinstripe call`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Call/CallVerb.h"
#include "Call/CallReader.h"
#include "Call/CallSearch.h"
#include "Call/CallTester.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Circumstance/ReferenceTester.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Support/NotedError.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// How many times the failing call that was found is replayed again.
constexpr unsigned repetitions = 3;
/// The number of characters of a text, or of elements of an array, that are
/// shown to the user.
constexpr size_t maxShown = 60;

class CallVerb : RunnableCase {
public:
  CallVerb(const RunnableCase &runnable, const CallOptions &options)
      : RunnableCase(runnable), options(options),
        launch(partialLaunch(recorded, runner)),
        summary{headerOf(recorded, runner)} {}

  llvm::Expected<CallSummary> run();

private:
  llvm::Error findCalls();
  llvm::Error compareWithExpected();
  llvm::Expected<EventIndex> firstEvent(uint64_t number) const;
  llvm::Expected<Algorithm> algorithm() const;
  llvm::Error setOnly(const CallArguments &arguments,
                      CallRequest &request) const;
  llvm::Error setPassing(CallReader &reader, CallArguments &arguments,
                         CallRequest &request);
  CallTesters testersFor(const ReplayedCall &call);
  llvm::Error prepare(CallReader &reader, CallArguments &arguments,
                      CallRequest &request);
  llvm::Error search();
  llvm::Error search(const CallArguments &arguments,
                     const CallRequest &request);
  llvm::Error confirm(CallTests &tests, const CallFinding &found);
  void describe(const CallArguments &arguments, const CallFinding &found);

  const CallOptions &options;
  LaunchSpec launch;
  RunResult reference;
  /// A run that prints what the user expects. It decides which calls fail.
  /// nullopt if the user has not given an expected output; then the predicate
  /// of the case (its condition for runs) decides which calls fail.
  std::optional<ExpectedRun> expected;
  EventIndex event{};
  std::vector<InvocationId> calls;
  CallSummary summary;
};

} // namespace

/// Finds the recorded calls of the function, and chooses the failing one.
llvm::Error CallVerb::findCalls() {
  llvm::StringRef name = options.function;
  std::optional<uint64_t> wanted = options.number;
  if (auto [front, back] = name.rsplit('#'); !back.empty()) {
    uint64_t number = 0;
    if (back.getAsInteger(10, number) || number == 0 || options.number)
      return llvm::make_error<UsageError>(
          name + ": write FUNCTION, FUNCTION#N for its N-th call, or --call N");
    name = front;
    wanted = number;
  }
  std::set<std::string> names;
  bool isKnown = false;
  for (const TracedFunction &function : recorded.table.functions) {
    names.insert(function.name);
    isKnown |= function.name == name;
  }
  if (!isKnown)
    return llvm::make_error<UsageError>(
        "no traced function is called " + name + "; " +
        describeNear(name, names, "`pinstripe units` lists them"));
  llvm::ArrayRef<Invocation> all = recorded.trace.allInvocations();
  for (uint32_t i = 0; i < all.size(); ++i)
    if (recorded.table.function(all[i].function).name == name)
      calls.push_back(InvocationId{i});
  if (calls.empty())
    return llvm::make_error<UsageError>("the recorded run does not call " +
                                        name);
  summary.function = name.str();
  summary.calls = calls.size();
  summary.number = wanted.value_or(calls.size());
  if (llvm::Error error = firstEvent(summary.number).moveInto(event))
    return error;
  summary.place =
      recorded.table
          .function(
              all[static_cast<size_t>(calls[summary.number - 1])].function)
          .range;
  return llvm::Error::success();
}

/// Looks for a statement that may be executed before the first entry of the
/// function. An entry is an address at which the tool knows that a statement
/// begins. The code of such an early statement has no entry, because it can't
/// be told apart from the function's prologue. Returns the note about the
/// statement; null if there is none.
static const ModelNote *earlierStatement(const UnitTable &table,
                                         FunctionId function) {
  uint64_t first = ~uint64_t(0);
  for (const UnitEntry &entry : table.entries)
    if (entry.function == function)
      first = std::min(first, entry.address);
  for (const ModelNote &note : table.notes)
    if (note.function == function && note.address < first &&
        note.kind != ModelNote::Kind::Moved)
      return &note;
  return nullptr;
}

/// Returns an error if the function may execute a statement before the address
/// at which a run overwrites the arguments of the call.
static llvm::Error checkBeginning(const UnitTable &table, FunctionId function) {
  const ModelNote *note = earlierStatement(table, function);
  if (!note)
    return llvm::Error::success();
  const StatementUnit &unit = table.unit(note->unit);
  return llvm::make_error<TargetError>(
      table.function(function).name + ": the statement `" + unit.text +
      "` can't be told from the beginning of the function, so the arguments "
      "can't be changed before it; build the program with another compiler "
      "(gcc or clang), or choose another function");
}

llvm::Expected<EventIndex> CallVerb::firstEvent(uint64_t number) const {
  if (number == 0 || number > calls.size())
    return llvm::make_error<UsageError>(
        "the recorded run has no call " + llvm::Twine(number) + " of " +
        summary.function + "; it has " + llvm::Twine(calls.size()));
  CallEvents events = recorded.trace.eventsOf(calls[number - 1]);
  if (events.empty())
    return llvm::make_error<UsageError>(
        "call " + llvm::Twine(number) + " of " + summary.function +
        " executed no statement, so its arguments can't be captured; choose "
        "another one with --call N");
  if (llvm::Error error =
          checkBeginning(recorded.table,
                         recorded.trace.invocation(calls[number - 1]).function))
    return error;
  return events.front();
}

llvm::Expected<Algorithm> CallVerb::algorithm() const {
  bool isLarge = options.form == SearchForm::Maximise;
  bool isDifference = options.form == SearchForm::Isolate;
  if (options.algorithm.empty())
    return findAlgorithm(isLarge        ? "ddmax"
                         : isDifference ? "isolate"
                                        : allAlgorithms().front().name);
  llvm::Expected<Algorithm> chosen = findAlgorithm(options.algorithm);
  if (!chosen)
    return chosen;
  if ((chosen->guarantee == Minimality::OneMaximal) != isLarge ||
      (chosen->guarantee == Minimality::OneMinimalDifference) != isDifference)
    return llvm::make_error<UsageError>("--algorithm " + options.algorithm +
                                        " can't " + formName(options.form) +
                                        " arguments; leave it out");
  return chosen;
}

/// Returns true if `name` is the name of the argument part `part`, or the name
/// of an argument that contains this part.
static bool isMeantBy(llvm::StringRef name, llvm::StringRef part) {
  part.consume_front("*");
  return part == name ||
         (part.consume_front(name) && part.find_first_of(".-[") == 0);
}

llvm::Error CallVerb::setOnly(const CallArguments &arguments,
                              CallRequest &request) const {
  for (llvm::StringRef name : options.only) {
    bool isFound = false;
    for (size_t i = 0; i < arguments.parts.size(); ++i) {
      const CallPart &part = arguments.parts[i];
      if (part.isFixed || !isMeantBy(name, part.name))
        continue;
      // A number that is the length of an array is not changed on its own, but
      // only together with the array.
      size_t changed = part.isLength ? arguments.sequenceOf(i) : i;
      if (arguments.parts[changed].isFixed)
        continue;
      isFound = true;
      request.only.insert(changed);
    }
    if (isFound)
      continue;
    std::string reasons;
    for (const FixedArgument &each : summary.fixed)
      if (isMeantBy(name, each.name))
        reasons += (reasons.empty() ? ": " : ", ") + each.name + " (" +
                   each.reason + ")";
    return llvm::make_error<UsageError>(
        "--only " + name + ": " + summary.function +
        " has no argument of this name that can be changed" + reasons);
  }
  return llvm::Error::success();
}

/// Reads the arguments of the passing call.
llvm::Error CallVerb::setPassing(CallReader &reader, CallArguments &arguments,
                                 CallRequest &request) {
  if (!options.passingNumber)
    return llvm::Error::success();
  auto first = firstEvent(*options.passingNumber);
  if (!first)
    return first.takeError();
  auto passing = reader.read(*first);
  if (!passing)
    return passing.takeError();
  summary.passingNumber = *options.passingNumber;
  for (CallPart &part : arguments.parts) {
    auto other = llvm::find_if(passing->parts, [&](const CallPart &each) {
      return each.name == part.name;
    });
    bool isUsable =
        other != passing->parts.end() && !other->isLength && !other->isFixed;
    request.passing.push_back(isUsable ? other->bytes : part.bytes);
    if (isUsable)
      part.texts.insert(other->texts.begin(), other->texts.end());
  }
  return llvm::Error::success();
}

/// Says which threads make the runs: this thread, with the engine of the case,
/// and as many lanes (further threads with engines of their own) as the user
/// wants.
CallTesters CallVerb::testersFor(const ReplayedCall &call) {
  CallTesters testers;
  testers.choice = chooseLanes(*this, launch, options.lanes);
  testers.here = [&](unsigned) {
    return CallTester::create(call, runner, launch, "call", stop);
  };
  testers.onLanes =
      [&, make = testers.choice.factory](
          unsigned number) -> llvm::Expected<std::unique_ptr<RunTester>> {
    llvm::Expected<Lane> lane = make(number + 1);
    if (!lane)
      return lane.takeError();
    return CallTester::create(call, std::move(*lane),
                              "call-" + std::to_string(number + 1), stop);
  };
  return testers;
}

void CallVerb::describe(const CallArguments &arguments,
                        const CallFinding &found) {
  CallValues original = arguments.recorded();
  bool isLarge = summary.form == SearchForm::Maximise;
  summary.original = arguments.write(original, maxShown);
  if (!isLarge)
    summary.failing = arguments.write(found.failing, maxShown);
  if (summary.form == SearchForm::Isolate)
    summary.passing = arguments.write(found.passing, maxShown);
  for (size_t i = 0; i < arguments.parts.size(); ++i) {
    const CallPart &part = arguments.parts[i];
    if (part.isFixed)
      continue;
    ChangedArgument each;
    each.name = part.name;
    each.kind = part.kind == CallPart::Kind::Number ? "number"
                : part.kind == CallPart::Kind::Text ? "text"
                                                    : "array";
    each.tests = found.tests[i];
    auto elementsOf = [&](const CallValues &values) {
      return part.isSequence() ? arguments.elementsOf(i, values) : 0;
    };
    constexpr size_t all = size_t(1) << 20;
    each.original = arguments.write(i, original, all);
    each.elements = elementsOf(original);
    if (!isLarge) {
      each.failing = arguments.write(i, found.failing, all);
      each.failingElements = elementsOf(found.failing);
    }
    CallValues passing = found.passing;
    size_t searched = part.isLength ? arguments.sequenceOf(i) : i;
    if (isLarge && found.largest[searched]) {
      passing = original;
      passing[searched] = *found.largest[searched];
      arguments.fitLengths(passing);
    }
    if (!passing.empty()) {
      each.passing = arguments.write(i, passing, all);
      each.passingElements = elementsOf(passing);
    }
    summary.arguments.push_back(std::move(each));
  }
}

/// Replays several times the failing call that the search has found, to confirm
/// that it fails each time.
llvm::Error CallVerb::confirm(CallTests &tests, const CallFinding &found) {
  if (summary.form == SearchForm::Maximise)
    return llvm::Error::success();
  for (unsigned i = 0; i < repetitions && !stop.load(); ++i) {
    llvm::Expected<Outcome> outcome = tests.repeat(found.failing);
    if (!outcome)
      return outcome.takeError();
    if (stop.load() && *outcome != Outcome::Fail)
      break;
    ++summary.repeated;
    summary.reproduced += *outcome == Outcome::Fail;
  }
  return llvm::Error::success();
}

/// Searches the arguments. If the engine fails after some tests, notes the
/// reason in the summary, so that the user gets the result of these tests.
llvm::Error CallVerb::search(const CallArguments &arguments,
                             const CallRequest &request) {
  ReplayedCall call{
      recorded,  arguments,
      event,     recorded.theCase.predicate.completedFor(reference),
      reference, expected ? &*expected : nullptr};
  auto memory =
      openStoredCalls(call, runner, launch, options.fresh, options.lanes.say);
  if (!memory)
    return memory.takeError();
  CallTests tests(arguments, **memory, testersFor(call), stop);
  tests.setProgress([&](uint64_t runs) {
    if (options.progress)
      options.progress({"", runs, 0, "replayed call"});
  });
  CallFinding found;
  llvm::Error error = searchCall(arguments, request, tests, stop, found);
  summary.counts = tests.counts();
  summary.stored = tests.stored();
  summary.causes = tests.causes();
  summary.minimality = found.minimality;
  summary.interrupted = found.interrupted || stop.load();
  summary.exhausted = found.exhausted;
  bool hasResult = summary.counts.fail != 0;
  if (!error && hasResult)
    error = confirm(tests, found);
  if (error && hasResult)
    error =
        noteReason<EngineError, FileError>(std::move(error), summary.failure);
  if (error)
    return error;
  if (!hasResult)
    return llvm::make_error<InterruptedError>();
  describe(arguments, found);
  return llvm::Error::success();
}

/// Prepares the request of the search: its form and limits, the parts that may
/// be changed, and the passing call.
llvm::Error CallVerb::prepare(CallReader &reader, CallArguments &arguments,
                              CallRequest &request) {
  request.form = options.form;
  request.budget = {options.maxTests, deadline};
  if (llvm::Error error = algorithm().moveInto(request.algorithm))
    return error;
  summary.algorithm = request.algorithm.name.str();
  if (llvm::all_of(arguments.parts, [](const CallPart &part) {
        return part.isLength || part.isFixed;
      })) {
    std::string reasons;
    for (const FixedArgument &each : summary.fixed)
      reasons += (reasons.empty() ? ": " : ", ") + each.name + " (" +
                 each.reason + ")";
    return llvm::make_error<UsageError>(
        summary.function + " has no argument that can be changed" + reasons);
  }
  if (llvm::Error error = setOnly(arguments, request))
    return error;
  return setPassing(reader, arguments, request);
}

llvm::Error CallVerb::search() {
  CallReader reader(*this, options.lengths);
  auto arguments = reader.read(event);
  if (!arguments)
    return arguments.takeError();
  summary.fixed = reader.fixed();
  CallRequest request;
  if (llvm::Error error = prepare(reader, *arguments, request))
    return error;
  return search(*arguments, request);
}

/// Finds out how the recorded run differs from the output that the user wants.
llvm::Error CallVerb::compareWithExpected() {
  if (options.expectedFile.empty())
    return llvm::Error::success();
  expected.emplace();
  expected->run.ending = Exited{0};
  expected->run.standardOutput = options.expectedOutput;
  if (llvm::Error error =
          differenceFromExpected(reference, expected->run, options.expectedFile,
                                 recorded.theCase.launch.argument0)
              .moveInto(expected->difference))
    return error;
  summary.expectedFile = options.expectedFile;
  summary.difference = expected->difference;
  summary.theCase.predicates = {
      "--expect-stdout " +
      quoteForShell(llvm::StringRef(options.expectedFile))};
  return llvm::Error::success();
}

llvm::Expected<CallSummary> CallVerb::run() {
  if (llvm::Error error = findCalls())
    return error;
  summary.form = options.form;
  // In live flow, the program itself decides where control goes, and a crash
  // names no instance of a statement. So the recorded crash must not name one
  // either when the two are compared.
  reference = recorded.observation;
  if (auto *crashed = std::get_if<Crashed>(&reference.ending))
    crashed->event.reset();
  if (llvm::Error error = compareWithExpected())
    return error;
  if (llvm::Error error = search())
    return error;
  return std::move(summary);
}

llvm::Expected<CallSummary> pinstripe::reduceCall(const RunnableCase &runnable,
                                                  const CallOptions &options) {
  return CallVerb(runnable, options).run();
}

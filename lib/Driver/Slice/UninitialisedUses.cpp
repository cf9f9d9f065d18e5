// Finds the statements of a recorded run that read uninitialised memory, or use
// memory that was freed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Slice/UninitialisedUses.h"
#include "Slice/WrittenReturns.h"
#include "pinstripe/Analysis/MissingReturns.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Program/CodePlace.h"
#include "pinstripe/Program/FrameVariables.h"
#include "pinstripe/Support/NotedError.h"
#include <csignal>
#include <map>
#include <set>

using namespace pinstripe;

/// The share of the remaining time that the recording of all dependences may
/// take. The rest of the time is for the later work of the command that looks
/// for uninitialised memory.
static constexpr double shareOfRecording = 0.3;

/// The largest number of events of a run in which calls without a `return` are
/// looked for although the run does not depend on uninitialised memory. In such
/// a run, that takes one to two seconds and 300 MiB.
static constexpr uint64_t maxEventsForReturns = uint64_t(1) << 20;

namespace {

using Graph = DependenceGraph;
using Kind = UninitialisedUse::Kind;

/// Collects the uses of uninitialised memory in a run, with their source lines.
class UseFinder {
public:
  UseFinder(const RecordedCase &recorded, const Graph &graph);

  /// Adds the uses of uninitialised memory by the graph nodes in `readers`,
  /// which must be sorted. If a node is an instruction, adds its reads. If a
  /// node stands for the missing result of a call that has executed no
  /// `return`, adds the call. If `readers` is null, adds the reads by all
  /// instructions, but no calls, since most missing results are not used.
  llvm::Error add(const std::vector<NodeId> *readers);
  /// Adds all uses of heap memory after it was freed.
  void addReleased();
  std::vector<UninitialisedUse> take();

private:
  llvm::Expected<std::optional<UninitialisedUse>>
  describe(const Graph::UnsetRead &read);
  llvm::Error addReads(const std::vector<NodeId> *readers, bool areWhole);
  UninitialisedUse useIn(EventIndex event, Kind kind) const;
  UninitialisedUse releasedUse(EventIndex event) const;
  void count(UninitialisedUse use);
  bool isSurelyMissing(const Graph::MissingReturn &missing);

  const UnitTable &table;
  const Trace &trace;
  const Graph &graph;
  FrameVariables variables;
  std::vector<UninitialisedUse> uses;
  std::set<std::pair<size_t, EventIndex>> counted;
  /// For each event that used heap memory after it was freed, the event that
  /// had freed it, if that is known.
  std::map<EventIndex, std::optional<EventIndex>> released;
  /// The calls that were still active when the run crashed. They executed no
  /// `return` only because of the crash, so this is not reported as an error.
  std::set<InvocationId> open;
  /// For each function that was checked: true if Pinstripe can observe all its
  /// `return`s. If it can't, a call may have executed a `return` that was not
  /// recorded.
  std::map<FunctionId, bool> returnsKnown;
};

} // namespace

/// Returns the call that was being executed when the run crashed. Returns
/// nullopt if the run did not crash, or if it crashed outside of the recorded
/// statements.
static std::optional<InvocationId> crashedCall(const RecordedCase &recorded) {
  std::optional<EventIndex> event = crashEvent(recorded);
  return event ? std::optional(recorded.trace.invocationOf(*event))
               : std::nullopt;
}

UseFinder::UseFinder(const RecordedCase &recorded, const Graph &graph)
    : table(recorded.table), trace(recorded.trace), graph(graph),
      variables(table) {
  for (const Graph::ReleasedUse &use : graph.releasedUses())
    released.try_emplace(use.event, use.releasedBy);
  for (auto call = crashedCall(recorded); call;
       call = trace.invocation(*call).caller)
    open.insert(*call);
}

bool UseFinder::isSurelyMissing(const Graph::MissingReturn &missing) {
  if (open.count(missing.invocation))
    return false;
  FunctionId function = trace.invocation(missing.invocation).function;
  auto [place, isNew] = returnsKnown.try_emplace(function);
  if (isNew)
    place->second = areReturnsKnown(table, function);
  return place->second;
}

static SourceLine lineOfEvent(const UnitTable &table, const Trace &trace,
                              EventIndex event) {
  return lineOf(table.unitOf(trace.entryOf(event)));
}

/// Describes a call that ended without a `return`.
static UninitialisedUse missingReturn(const UnitTable &table,
                                      const Trace &trace, InvocationId id) {
  const Invocation &invocation = trace.invocation(id);
  const SourceRange &range = table.function(invocation.function).range;
  UninitialisedUse use{Kind::MissingReturn, invocation.function};
  use.line = {range.file, std::max(range.line, range.endLine)};
  if (CallEvents events = trace.eventsOf(id); !events.empty())
    use.event = events.back();
  if (invocation.parent)
    use.origin = lineOfEvent(table, trace, *invocation.parent);
  return use;
}

/// Returns a description of the statement of which `event` is an instance.
UninitialisedUse UseFinder::useIn(EventIndex event, Kind kind) const {
  const UnitEntry &entry = table.entry(trace.entryOf(event));
  return {kind, entry.function, lineOf(table.unit(entry.unit)), event};
}

UninitialisedUse UseFinder::releasedUse(EventIndex event) const {
  UninitialisedUse use = useIn(event, Kind::FreedHeap);
  if (auto found = released.find(event);
      found != released.end() && found->second)
    use.origin = lineOfEvent(table, trace, *found->second);
  return use;
}

void UseFinder::addReleased() {
  for (auto [event, releasedBy] : released)
    count(releasedUse(event));
}

/// Returns a description of a read of uninitialised memory; nullopt if the read
/// was made outside of all statements.
llvm::Expected<std::optional<UninitialisedUse>>
UseFinder::describe(const Graph::UnsetRead &read) {
  std::optional<EventIndex> event = graph.eventOf(read.node);
  if (!event)
    return std::nullopt;
  if (read.memory == Graph::UnsetRead::Memory::ReleasedHeap)
    return releasedUse(*event);
  if (read.memory == Graph::UnsetRead::Memory::Heap) {
    UninitialisedUse use = useIn(*event, Kind::Heap);
    if (auto allocated = graph.eventOf(read.allocation))
      use.origin = lineOfEvent(table, trace, *allocated);
    return use;
  }
  UninitialisedUse use = useIn(*event, Kind::Stack);
  if (!read.function)
    return use;
  auto variable = variables.at(*read.function, read.place);
  if (!variable)
    return variable.takeError();
  if (*variable) {
    use.kind = Kind::Variable;
    use.variable = (*variable)->name;
    use.origin = {table.function(*read.function).range.file, (*variable)->line};
  }
  return use;
}

/// Adds a use of uninitialised memory to `uses`. If the same use is in the list
/// already, adds 1 to its number of instances instead.
void UseFinder::count(UninitialisedUse use) {
  auto isSame = [&](const UninitialisedUse &other) {
    return std::tie(use.kind, use.function, use.line, use.variable,
                    use.origin) == std::tie(other.kind, other.function,
                                            other.line, other.variable,
                                            other.origin);
  };
  auto found = llvm::find_if(uses, isSame);
  bool isKnown = found != uses.end();
  size_t index = found - uses.begin();
  bool isCounted = use.event && !counted.emplace(index, *use.event).second;
  if (!isKnown)
    uses.push_back(std::move(use));
  else if (!isCounted)
    ++found->instances;
}

/// Adds reads of uninitialised memory by the graph nodes in `readers`; if
/// `readers` is null, by all nodes. If `areWhole` is true, adds the reads in
/// which all bytes were uninitialised, otherwise those in which only some bytes
/// were and those that are guessed.
llvm::Error UseFinder::addReads(const std::vector<NodeId> *readers,
                                bool areWhole) {
  for (const Graph::UnsetRead &read : graph.unsetReads()) {
    bool isWhole = read.isWhole && !graph.isGuessed(read.node);
    if (isWhole != areWhole ||
        (readers && !llvm::binary_search(*readers, read.node)))
      continue;
    auto use = describe(read);
    if (!use)
      return use.takeError();
    if (*use)
      count(std::move(**use));
  }
  return llvm::Error::success();
}

llvm::Error UseFinder::add(const std::vector<NodeId> *readers) {
  for (const Graph::MissingReturn &missing : graph.missingReturns())
    if (readers && llvm::binary_search(*readers, missing.node) &&
        isSurelyMissing(missing))
      count(missingReturn(table, trace, missing.invocation));
  if (llvm::Error error = addReads(readers, /*areWhole=*/true))
    return error;
  // If only a part of the bytes of a read was uninitialised, this part may be
  // padding, which the program does not use. A library function of which only
  // guesses are known may not read the bytes at all. So such reads are added
  // only if no other uses were found.
  return uses.empty() ? addReads(readers, /*areWhole=*/false)
                      : llvm::Error::success();
}

/// Returns the uses of uninitialised memory: first the calls without a
/// `return`, then the reads in the order of the run, and last the reads of
/// stack memory that belongs to no known variable.
std::vector<UninitialisedUse> UseFinder::take() {
  auto key = [](const UninitialisedUse &use) {
    return std::tuple(use.kind == Kind::Stack, use.kind != Kind::MissingReturn,
                      use.event, use.line, use.variable);
  };
  llvm::sort(uses, [&](const auto &left, const auto &right) {
    return key(left) < key(right);
  });
  return std::move(uses);
}

/// Returns true if the run changes when a fixed pattern, the poison, is written
/// into uninitialised memory. Returns false for a run that was recorded with a
/// poison.
static llvm::Expected<bool> dependsOnPoison(const RunnableCase &runnable) {
  const auto &[recorded, runner, stop, deadline] = runnable;
  if (recorded.launch.poison != Poison::Stale)
    return false;
  LaunchSpec launch =
      withPoison(partialLaunch(recorded, runner), Poison::Pattern);
  PredicateSpec spec = recorded.theCase.predicate;
  // In live flow, where the program itself decides where control goes,
  // Pinstripe can't read variables. So the predicate does not compare their
  // values here.
  spec.watches.clear();
  launch.watches = nullptr;
  auto run = runner.executeLive(launch, {}, &stop);
  if (!run)
    return run.takeError();
  auto predicate = createPredicate(
      spec, recorded.observation, recorded.directory.scratchDirectory(), &stop);
  if (!predicate) {
    // The error is ignored here, since the command that looks for uses of
    // uninitialised memory reports it.
    llvm::consumeError(predicate.takeError());
    return false;
  }
  auto outcome = runner.judge(**predicate, recorded.observation, run->result);
  if (!outcome)
    return outcome.takeError();
  return *outcome != Outcome::Fail;
}

/// Returns the call that crashed because control reached the end of its
/// function without a `return`; nullopt if the run did not crash in this way.
/// In C++ code, clang puts an instruction that crashes at the end of a function
/// which needs a `return`.
static std::optional<InvocationId>
crashedWithoutReturn(const RecordedCase &recorded) {
  const auto *crashed = std::get_if<Crashed>(&recorded.observation.ending);
  if (!crashed || crashed->signal != SIGILL)
    return std::nullopt;
  std::optional<FunctionId> function =
      functionAt(recorded.table, crashed->place);
  MissingReturns missing(recorded.table, recorded.trace);
  for (size_t i = recorded.trace.allInvocations().size(); function && i-- > 0;)
    if (InvocationId id{static_cast<uint32_t>(i)};
        recorded.trace.invocation(id).function == *function)
      return missing.isMissing(id) ? std::optional(id) : std::nullopt;
  return std::nullopt;
}

/// Returns true if a call may have ended without the `return` that its function
/// needs. Whether its result was used is known only after all dependences of
/// the run were recorded.
static bool mayLackReturn(const RecordedCase &recorded) {
  if (recorded.trace.size() > maxEventsForReturns)
    return false;
  MissingReturns missing(recorded.table, recorded.trace);
  return llvm::any_of(missing.functions(crashedCall(recorded)),
                      [&](FunctionId function) {
                        return areReturnsKnown(recorded.table, function);
                      });
}

/// Records all dependences of the run, and finds the statements that read
/// uninitialised memory.
static llvm::Error findPlaces(const RunnableCase &runnable,
                              const DependenceOptions &options,
                              UninitialisedMemory &found) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<RunDependences> run =
      recordDependences(runnable.withShare(shareOfRecording), options);
  if (!run)
    return run.takeError();
  UseFinder finder(recorded, run->graph);
  auto criterion =
      outputCriterion(recorded, recorded.theCase.predicate, run->graph);
  if (criterion) {
    Slice slice = run->slice(*criterion, SliceKind::Full);
    if (llvm::Error error = finder.add(&slice.unsetReaders))
      return error;
  } else {
    // It is not known which events printed the output or made the run crash, so
    // all reads of uninitialised memory count.
    llvm::consumeError(criterion.takeError());
    if (llvm::Error error = finder.add(nullptr))
      return error;
  }
  found.uses = finder.take();
  return llvm::Error::success();
}

std::vector<UninitialisedUse>
pinstripe::findFreedUses(const RecordedCase &recorded,
                         const DependenceGraph &graph) {
  UseFinder finder(recorded, graph);
  finder.addReleased();
  return finder.take();
}

llvm::Expected<std::optional<UninitialisedMemory>>
pinstripe::findUninitialised(const RunnableCase &runnable,
                             const std::function<void(llvm::StringRef)> &say,
                             const ProgressListener &progress) {
  const RecordedCase &recorded = runnable.recorded;
  UninitialisedMemory found;
  if (std::optional<InvocationId> id = crashedWithoutReturn(recorded)) {
    found.uses.push_back(missingReturn(recorded.table, recorded.trace, *id));
    return found;
  }
  llvm::Expected<bool> depends = dependsOnPoison(runnable);
  if (!depends)
    return depends.takeError();
  if (!*depends && !mayLackReturn(recorded))
    return std::nullopt;
  DependenceOptions options;
  options.progress = progress;
  options.say = say;
  options.noteUnset = options.noteReleased = true;
  if (llvm::Error error =
          noteReason<TargetError, ReproductionError, EngineError>(
              findPlaces(runnable, options, found), found.omitted))
    return error;
  // `*depends` is true if the run changed when a pattern was written into
  // uninitialised memory. If the run did not change, reads of this memory have
  // no effect, so only calls without a `return` are reported.
  if (!*depends)
    llvm::erase_if(found.uses, [](const UninitialisedUse &use) {
      return use.kind != Kind::MissingReturn;
    });
  if (!*depends && found.uses.empty())
    return std::nullopt;
  if (found.uses.empty() && found.omitted.empty())
    found.omitted = "no statement that is traced has read any";
  return found;
}

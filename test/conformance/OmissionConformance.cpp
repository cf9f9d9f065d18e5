// Checks that events can be left out if no other event depends on them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: omission-conformance [options] -- PROGRAM ARGUMENTS
//
// Records one run and leaves out single events whose values no other event
// reads from a variable, the heap or a global. Such a run must not crash. If it
// crashes, code that the next statement needs was taken for a part of the event
// that was left out. Values in nameless places of the stack frame, where
// compilers keep intermediate results of a statement, do not count as read,
// since they must not outlive the statement. `--random` says how many events
// are left out before each place at which control goes on.

#include "ConformanceMain.h"
#include "FrameVariables.h"
#include "Observation.h"
#include "pinstripe/Analysis/DependenceRecorder.h"
#include "pinstripe/Native/NativeEngine.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::outs;

namespace {

class OmissionSuite {
public:
  explicit OmissionSuite(const Subject &subject)
      : table(subject.table), launch(subject.launch),
        perPlace(subject.options.random) {}

  llvm::Error run();
  bool failed() const { return failures != 0; }

private:
  llvm::Error record();
  llvm::Expected<DataCode> readCode() const;
  llvm::SmallVector<EventIndex> callsTo(std::optional<EventIndex> event) const;
  void markNeeded(EventIndex user, EventIndex used);
  void findNeeded();
  bool isLinked(UnitId unit) const;
  bool canBeLeftOut(EventIndex event) const;
  std::optional<EntryId> placeAfter(EventIndex event) const;
  llvm::Error leaveOut(EventIndex event);

  const UnitTable &table;
  LaunchSpec launch;
  unsigned perPlace;
  std::unique_ptr<ExecutionEngine> engine;
  Recording recording;
  DependenceGraph graph;
  llvm::BitVector needed; ///< By event.
  unsigned runs = 0, failures = 0;
};

/// Reads the code of all modules. Reads of nameless places in the stack frame
/// are left out.
llvm::Expected<DataCode> OmissionSuite::readCode() const {
  auto code = DataCode::read(table);
  if (!code)
    return code.takeError();
  auto variables = FrameVariables::read(table);
  if (!variables)
    return variables.takeError();
  for (const CodeBlock &block : code->blocks)
    for (const DataInstruction &instruction : code->instructionsOf(block))
      for (unsigned i = 0; i < instruction.references; ++i) {
        MemoryReference &each =
            code->references[instruction.firstReference + i];
        if (block.function && each.place == MemoryReference::Place::Frame &&
            !variables->covers(table.function(*block.function).low, each.offset,
                               each.size))
          each.isRead = false;
      }
  return code;
}

llvm::Error OmissionSuite::record() {
  auto code = readCode();
  if (!code)
    return code.takeError();
  auto made = createNativeEngine(table, {});
  if (!made)
    return made.takeError();
  engine = std::move(*made);
  DependenceRecorder recorder(table, *code);
  if (llvm::Error error = engine->recordInstructions(launch, *code, recorder)
                              .moveInto(recording))
    return error;
  if (llvm::Error error = recorder.take().moveInto(graph))
    return error;
  return llvm::Error::success();
}

/// Returns an event, the event that called its invocation, the event that
/// called that event's invocation, and so on.
llvm::SmallVector<EventIndex>
OmissionSuite::callsTo(std::optional<EventIndex> event) const {
  llvm::SmallVector<EventIndex> calls;
  while (event) {
    calls.push_back(*event);
    event = recording.trace.invocation(recording.trace.event(*event).invocation)
                .parent;
  }
  return calls;
}

/// Marks an event whose value `user` reads, and the events that called it,
/// except for those that have called `user` as well.
void OmissionSuite::markNeeded(EventIndex user, EventIndex used) {
  llvm::SmallVector<EventIndex> users = callsTo(user);
  for (EventIndex event : callsTo(used))
    if (!llvm::is_contained(users, event))
      needed.set(static_cast<size_t>(event));
}

void OmissionSuite::findNeeded() {
  needed.resize(recording.trace.size());
  for (size_t i = 0; i < recording.trace.size(); ++i) {
    EventIndex user{static_cast<uint32_t>(i)};
    for (DependenceGraph::Segment segment : graph.segmentsOf(user))
      for (auto node = static_cast<uint32_t>(segment.first);
           node < static_cast<uint32_t>(segment.end); ++node)
        for (Dependence dependence : graph.dependences(NodeId(node)))
          if (auto used = graph.eventOf(dependence.on()); used && *used != user)
            markNeeded(user, *used);
  }
}

bool OmissionSuite::isLinked(UnitId unit) const {
  return llvm::any_of(table.cleanupLinks, [&](const CleanupLink &link) {
    return link.declaration == unit || link.cleanup == unit;
  });
}

bool OmissionSuite::canBeLeftOut(EventIndex event) const {
  UnitId unit = table.entry(recording.trace.event(event).entry).unit;
  return !needed.test(static_cast<size_t>(event)) && !isLinked(unit) &&
         !table.unit(unit).isPinned();
}

/// Returns the entry at which control goes on if an event is left out; nullopt
/// for the end of its function.
std::optional<EntryId> OmissionSuite::placeAfter(EventIndex event) const {
  CallEvents events =
      recording.trace.eventsOf(recording.trace.invocationOf(event));
  auto next = llvm::upper_bound(events, event);
  if (next == events.end())
    return std::nullopt;
  return recording.trace.entryOf(*next);
}

llvm::Error OmissionSuite::leaveOut(EventIndex event) {
  EventSet events(recording.trace.size(), true);
  events.erase(event);
  auto result = engine->execute(launch, recording.trace,
                                recording.trace.feasible(events));
  if (!result)
    return result.takeError();
  ++runs;
  if (!std::holds_alternative<Crashed>(result->ending))
    return llvm::Error::success();
  ++failures;
  outs() << "without " << nameOf(table, recording.trace, event) << ": "
         << describeEnding(result->ending) << "\n";
  return llvm::Error::success();
}

llvm::Error OmissionSuite::run() {
  if (llvm::Error error = record())
    return error;
  if (recording.trace.size() == 0 ||
      std::holds_alternative<Diverged>(recording.result.ending)) {
    ++failures;
    outs() << "recorded " << recording.trace.size() << " events, then "
           << describeEnding(recording.result.ending) << "\n";
  }
  findNeeded();
  std::map<std::pair<FunctionId, std::optional<EntryId>>, unsigned> tried;
  for (size_t i = 0; i < recording.trace.size(); ++i) {
    EventIndex event{static_cast<uint32_t>(i)};
    FunctionId function =
        table.entry(recording.trace.event(event).entry).function;
    if (!canBeLeftOut(event) ||
        tried[{function, placeAfter(event)}]++ >= perPlace)
      continue;
    if (llvm::Error error = leaveOut(event))
      return error;
  }
  outs() << recording.trace.size() << " events, " << needed.count()
         << " needed by others; " << runs << " left out before " << tried.size()
         << " places, " << failures << " crashes\n";
  return llvm::Error::success();
}

} // namespace

int main(int count, char **values) {
  return checkProgram(
      "omission-conformance", count, values,
      [](const Subject &subject) { return passes(OmissionSuite(subject)); });
}

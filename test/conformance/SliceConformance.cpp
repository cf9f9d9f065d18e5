// Checks slices by executing them: their events must print the criterion.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: slice-conformance [--stdin FILE] [--engines ptrace] --
//        PROGRAM ARGUMENTS
//
// Slices the whole output of one run, and each of its first lines. If only the
// events of a full slice are executed, they must print the same part of the
// output. So slicer and engine test each other. Pinned events are always
// executed, so everything that they use is executed, too. If an event is in the
// slice only because of a call or a decision, and something else that it uses
// is missing, the executable slice must print the output. The native engine is
// used; for programs with several threads, it must be the ptrace engine.

#include "ConformanceMain.h"
#include "Observation.h"
#include "pinstripe/Analysis/DependenceRecorder.h"
#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Native/TracedEngine.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::outs;

namespace {

class SliceSuite {
public:
  explicit SliceSuite(const Subject &subject)
      : table(subject.table), launch(subject.launch),
        hasThreads(subject.options.engines == "ptrace") {}

  llvm::Error run();
  bool failed() const { return failures != 0; }

private:
  struct Line {
    uint64_t begin = 0, end = 0;
  };
  llvm::Error record();
  std::vector<Line> lines() const;
  llvm::Error check(Line line, bool isAll);
  Slice slice(Line line, SliceKind kind, bool withPinned) const;
  llvm::Expected<bool> isPrinted(Line line, bool isAll, SliceKind kind);
  std::string describe(Line line) const;

  const UnitTable &table;
  LaunchSpec launch;
  bool hasThreads;
  std::unique_ptr<ExecutionEngine> engine;
  Recording recording;
  DependenceGraph graph;
  std::unique_ptr<ControlTree> tree;
  unsigned failures = 0;
};

llvm::Error SliceSuite::record() {
  auto code = DataCode::read(table);
  if (!code)
    return code.takeError();
  auto made =
      hasThreads ? createTracedEngine(table) : createNativeEngine(table, {});
  if (!made)
    return made.takeError();
  engine = std::move(*made);
  DependenceRecorder recorder(table, *code);
  if (llvm::Error error = engine->recordInstructions(launch, *code, recorder)
                              .moveInto(recording))
    return error;
  if (llvm::Error error = recorder.take().moveInto(graph))
    return error;
  tree = std::make_unique<ControlTree>(UnitGraph(table, recording.trace),
                                       recording.trace);
  return llvm::Error::success();
}

std::vector<SliceSuite::Line> SliceSuite::lines() const {
  constexpr size_t most = 12;
  std::vector<Line> found;
  llvm::StringRef output = recording.result.standardOutput;
  for (size_t begin = 0; begin < output.size() && found.size() < most;) {
    size_t end = std::min(output.find('\n', begin), output.size() - 1) + 1;
    found.push_back({begin, end});
    begin = end;
  }
  return found;
}

Slice SliceSuite::slice(Line line, SliceKind kind, bool withPinned) const {
  SliceCriterion criterion;
  for (const DependenceGraph::Output &output : graph.outputs())
    if (output.range.begin < line.end && line.begin < output.range.end)
      criterion.nodes.push_back(output.call);
  for (size_t i = 0; withPinned && i < recording.trace.size(); ++i)
    if (table.unitOf(recording.trace.event(EventIndex(i)).entry).isPinned())
      criterion.events.push_back(EventIndex(i));
  return Slicer(recording.trace, graph, *tree, /*followStale=*/false)
      .slice(criterion, kind);
}

llvm::Expected<bool> SliceSuite::isPrinted(Line line, bool isAll,
                                           SliceKind kind) {
  Slice executed = slice(line, kind, /*withPinned=*/true);
  auto result = engine->execute(launch, recording.trace,
                                recording.trace.feasible(executed.events));
  if (!result)
    return result.takeError();
  llvm::StringRef expected(recording.result.standardOutput);
  expected = expected.slice(line.begin, line.end);
  llvm::StringRef seen = result->standardOutput;
  if (isAll ? seen == expected : seen.contains(expected))
    return true;
  outs() << "not printed: " << expected.take_front(100).trim() << "; "
         << describeEnding(result->ending) << "\n";
  return false;
}

std::string SliceSuite::describe(Line line) const {
  std::string text = "bytes " + std::to_string(line.begin) + " to " +
                     std::to_string(line.end) + ": ";
  const char *names[] = {" data, ", " data+address, ", " full, ",
                         " executable of "};
  for (SliceKind kind : {SliceKind::Data, SliceKind::DataAndAddress,
                         SliceKind::Full, SliceKind::Executable})
    text += std::to_string(slice(line, kind, false).events.count()) +
            names[static_cast<size_t>(kind)];
  return text + std::to_string(recording.trace.size());
}

llvm::Error SliceSuite::check(Line line, bool isAll) {
  outs() << describe(line) << "\n";
  for (SliceKind kind : {SliceKind::Full, SliceKind::Executable}) {
    llvm::Expected<bool> printed = isPrinted(line, isAll, kind);
    if (!printed)
      return printed.takeError();
    if (*printed)
      return llvm::Error::success();
  }
  ++failures;
  return llvm::Error::success();
}

llvm::Error SliceSuite::run() {
  if (llvm::Error error = record())
    return error;
  size_t told = 0;
  for (const DependenceGraph::Output &output : graph.outputs())
    told += output.range.end - output.range.begin;
  outs() << recording.trace.size() << " events, " << graph.nodes() << " nodes, "
         << graph.size() << " dependences; " << told << " of "
         << recording.result.standardOutput.size() << " bytes\n";
  for (Line line : lines())
    if (llvm::Error error = check(line, /*isAll=*/false))
      return error;
  return check({0, recording.result.standardOutput.size()}, /*isAll=*/true);
}

} // namespace

int main(int count, char **values) {
  return checkProgram(
      "slice-conformance", count, values,
      [](const Subject &subject) { return passes(SliceSuite(subject)); });
}

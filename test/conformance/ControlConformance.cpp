// Checks the tree of control dependences of a real run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: control-conformance [options] -- PROGRAM ARGUMENTS
//
// Records one run and builds the tree. Each parent must come before its
// children. All events in the interval of a subtree must belong to this
// subtree, in whatever way functions were left.

#include "ConformanceMain.h"
#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Native/NativeEngine.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;
using llvm::outs;

namespace {

/// Checks what must hold for every tree of control dependences.
class TreeCheck {
public:
  TreeCheck(const UnitTable &table, const Trace &trace)
      : table(table), trace(trace), graph(table, trace), tree(graph, trace) {}

  void run();
  void print() const;
  bool failed() const { return reversed != 0 || !strays.empty(); }

private:
  std::string nameOf(EventIndex event) const {
    const StatementUnit &unit = table.unitOf(trace.event(event).entry);
    return std::to_string(static_cast<size_t>(event) + 1) + ", " +
           std::to_string(unit.range.line) + " " + unit.text;
  }

  const UnitTable &table;
  const Trace &trace;
  UnitGraph graph;
  ControlTree tree;
  size_t conditions = 0, depth = 0, reversed = 0;
  std::vector<EventIndex> strays;
};

void TreeCheck::run() {
  /// The events whose intervals contain the current event.
  std::vector<EventIndex> open;
  std::vector<uint32_t> depths(trace.size());
  for (size_t i = 0; i < trace.size(); ++i) {
    EventIndex event{static_cast<uint32_t>(i)};
    while (!open.empty() && tree.subtreeEnd(open.back()) <= event)
      open.pop_back();
    std::optional<EventIndex> parent = tree.parent(event);
    if (parent >= event)
      ++reversed;
    else if (parent)
      depths[i] = depths[static_cast<size_t>(*parent)] + 1;
    depth = std::max<size_t>(depth, depths[i] + 1);
    if (open.empty() ? parent.has_value() : parent != open.back())
      strays.push_back(event);
    open.push_back(event);
    conditions += graph.isCondition(trace.event(event).entry);
  }
}

void TreeCheck::print() const {
  outs() << trace.size() << " events, " << conditions << " of conditions, "
         << graph.observedEdges() << " observed edges, depth " << depth << ", "
         << strays.size() << " strays\n";
  if (reversed != 0)
    outs() << "  " << reversed << " come before their parents\n";
  for (EventIndex event : llvm::ArrayRef(strays).take_front(10))
    outs() << "  stray: " << nameOf(event) << "\n";
}

llvm::Expected<bool> check(const Subject &subject) {
  auto engine = createNativeEngine(subject.table, {});
  if (!engine)
    return engine.takeError();
  auto recording = (*engine)->record(subject.launch);
  if (!recording)
    return recording.takeError();
  TreeCheck check(subject.table, recording->trace);
  check.run();
  check.print();
  return !check.failed();
}

} // namespace

int main(int count, char **values) {
  return checkProgram("control-conformance", count, values, check);
}

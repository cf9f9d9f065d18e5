// Slices hand-written runs, for the tests of the slicer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_ANALYSIS_SLICEDRUN_H
#define PINSTRIPE_TEST_UNIT_ANALYSIS_SLICEDRUN_H

#include "TestSupport/HandDrawnGraph.h"
#include "TestSupport/HandWrittenRun.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Analysis/Slicer.h"

namespace pinstripe::written {

using Events = std::vector<unsigned>;

inline Events listed(const EventSet &set) {
  return Events(set.bitVector().set_bits_begin(),
                set.bitVector().set_bits_end());
}

inline DependenceGraph graphOf(HandWrittenRun &run) {
  return orFail(run.recorder().take());
}

/// Executes a straight run of events and slices it from its last output.
struct Sliced {
  Sliced(HandWrittenRun &run, uint32_t events, SliceKind kind,
         bool followStale = true)
      : graph(graphOf(run)) {
    HandDrawnGraph drawn;
    std::vector<Event> list;
    for (uint32_t i = 0; i < events; ++i) {
      drawn.entry(0, {i + 1 < events ? i + 1 : leaves});
      list.push_back({EntryId(i), InvocationId(0)});
    }
    Trace trace(list, {Invocation()});
    ControlTree tree(UnitGraph(drawn.table, trace), trace);
    SliceCriterion criterion;
    criterion.nodes = {graph.outputs().back().call};
    slice = Slicer(trace, graph, tree, followStale).slice(criterion, kind);
  }
  DependenceGraph graph;
  Slice slice;
};

/// Returns a range of memory that a library call reads, or writes, as part of a
/// copy.
inline MemoryAccess copied(uint64_t address, uint64_t size,
                           bool isWrite = false) {
  MemoryAccess access{address, size, isWrite};
  access.isCopied = true;
  return access;
}

inline Events dataSlice(HandWrittenRun &run, uint32_t events) {
  return listed(Sliced(run, events, SliceKind::Data).slice.events);
}
inline Events addressSlice(HandWrittenRun &run, uint32_t events) {
  return listed(Sliced(run, events, SliceKind::DataAndAddress).slice.events);
}

} // namespace pinstripe::written

#endif // PINSTRIPE_TEST_UNIT_ANALYSIS_SLICEDRUN_H

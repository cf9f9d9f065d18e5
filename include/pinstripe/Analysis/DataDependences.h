// Tells for each event of a run on which earlier events it depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DependenceGraph has the same dependences between single instructions. Here
// they are summed up for whole events, without their details.

#ifndef PINSTRIPE_ANALYSIS_DATADEPENDENCES_H
#define PINSTRIPE_ANALYSIS_DATADEPENDENCES_H

#include "pinstripe/Analysis/DependenceGraph.h"

namespace pinstripe {

/// The data dependences between the events of a run. An event depends on
/// another one if one of its instructions uses what the other event has set.
/// Instructions outside of all events, such as the first instructions of a
/// function, may have passed the value on from one event to the other.
///
/// Takes 8 bytes of memory for each dependence, and 4 for each event.
class DataDependences {
public:
  struct Dependence {
    EventIndex on{};
    /// True if the value is used to find a place in memory or in code. An event
    /// that lacks such a value is likely to crash.
    bool isAddress = false;
  };

  DataDependences(const DependenceGraph &graph, size_t events);

  /// Returns the dependences of an event. Each earlier event is in the list at
  /// most once, in the order of the run.
  llvm::ArrayRef<Dependence> of(EventIndex event) const {
    auto index = static_cast<size_t>(event);
    return llvm::ArrayRef(all).slice(first[index],
                                     first[index + 1] - first[index]);
  }
  size_t size() const { return all.size(); }

private:
  std::vector<Dependence> all;
  /// For each event, the index in `all` of its first dependence. One more
  /// element at the end is the number of all dependences.
  std::vector<uint32_t> first;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_DATADEPENDENCES_H

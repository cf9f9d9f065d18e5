// Extends a dynamic slice so that it can be executed alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dynamic slice has all events (executions of statements) on which the output
// depends. If only these events are executed, most runs go wrong nevertheless.
// An event is executed as a whole, so it also uses values that the output does
// not need, such as the address to which it writes. And guarded flow destroys
// all values that a skipped statement could have written.

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_EXECUTABLESLICE_H
#define PINSTRIPE_LIB_DRIVER_SLICE_EXECUTABLESLICE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Analysis/DependenceGraph.h"

namespace pinstripe {

/// Returns the events of `slice`, and all events that their execution in
/// guarded flow needs, directly or through others:
/// - the events whose values an event uses, for whatever purpose,
/// - the calls and decisions that lead to an event,
/// - the events that could have changed a used value at a fixed place after it
///   was set, since guarded flow destroys the value if such an event is
///   skipped.
///
/// The result may still lack events, such as one that has opened a file. So it
/// must be tested like any other set of events.
///
/// Takes time and memory in proportion to the run and its dependences.
EventSet executableSlice(EventSet slice, const DependenceGraph &graph,
                         const UnitTable &table, const Trace &trace,
                         const ControlTree &control);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_EXECUTABLESLICE_H

// Guesses which events a partial execution lacked when it did not reproduce the
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial execution executes some of the recorded events and skips the
// others.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_MISSINGEVENTS_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_MISSINGEVENTS_H

#include "pinstripe/Analysis/ControlTree.h"
#include "pinstripe/Analysis/DataDependences.h"
#include <map>

namespace pinstripe {

/// Names the skipped events whose values a partial execution lacked. The
/// recorded dependences tell which earlier event has set what an event uses. If
/// a run crashed, this class looks at what the crashed event uses. If nothing
/// of that is missing, it looks at what those events use, and so on. If a run
/// ended by itself, the search begins with the events that print the output.
///
/// The guess may be wrong: a skipped event can have left an older value that
/// was good enough.
///
/// If events of one statement have lacked what events of another one set, twice
/// already, then all other events of the first statement probably lack it, too.
/// So all that these lack of the second statement is named at once.
class MissingEvents {
public:
  /// `control` is null in trace flow, where the recording decides what is
  /// executed. `criterion` has the events that make the output. The other
  /// arguments must outlive the object.
  MissingEvents(DataDependences dependences, std::vector<EventIndex> criterion,
                const UnitTable &table, const Trace &trace,
                const ControlTree *control)
      : dependences(std::move(dependences)), criterion(std::move(criterion)),
        table(table), trace(trace), control(control) {}

  /// Returns events of `enough` that a partial execution of `included` lacked.
  /// `place` is the event at which the run broke off; nullopt if it ended by
  /// itself. The events in `enough` are known to reproduce the output.
  /// Learns from each call which statements lack what.
  EventSet find(const EventSet &included, const EventSet &enough,
                std::optional<EventIndex> place);

  /// Returns all events that the output depends on, directly or through others,
  /// in any way.
  EventSet reached() const;

private:
  /// An event, and one that it depends on and that was not executed.
  struct Lack {
    EventIndex user{};
    EventIndex source{};
  };
  /// The statements of the two events of a Lack.
  using StatementPair = std::pair<uint32_t, uint32_t>;

  std::vector<Lack> nearest(const EventSet &included, const EventSet &enough,
                            std::optional<EventIndex> place) const;
  void learn(llvm::ArrayRef<Lack> lacks);
  void generalise(EventSet &missing, const EventSet &included,
                  const EventSet &enough) const;
  void addSources(EventSet &missing, const EventSet &included,
                  const EventSet &enough) const;
  uint32_t unitOf(EventIndex event) const {
    return static_cast<uint32_t>(table.entry(trace.entryOf(event)).unit);
  }

  DataDependences dependences;
  std::vector<EventIndex> criterion;
  const UnitTable &table;
  const Trace &trace;
  const ControlTree *control;
  /// How often events of a statement have lacked what another one sets.
  std::map<StatementPair, size_t> lacked;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_MISSINGEVENTS_H

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

/// Finds the skipped events whose values a partial execution probably lacked.
/// The recorded dependences tell which earlier events have set the values that
/// an event uses. If a run crashed, the search begins with the event that
/// crashed. If a run ended by itself, the search begins with the events that
/// print the output. The search follows the dependences backwards, and ends at
/// the nearest skipped events.
///
/// A found event may not be what the run lacked: an older value at the same
/// place may have served as well as the skipped one.
///
/// If events of one statement have lacked values of a second statement in two
/// runs, all other events of the first statement probably lack them, too. Then
/// all these values are found at once.
class MissingEvents {
public:
  /// `control` is null in trace flow, where the recording decides what is
  /// executed. `criterion` has the events that print the output. `table`,
  /// `trace` and `control` must outlive the object.
  MissingEvents(DataDependences dependences, std::vector<EventIndex> criterion,
                const UnitTable &table, const Trace &trace,
                const ControlTree *control)
      : dependences(std::move(dependences)), criterion(std::move(criterion)),
        table(table), trace(trace), control(control) {}

  /// Returns events of `enough` whose values a partial execution of `included`
  /// probably lacked. The events in `enough` are known to reproduce the output.
  /// `place` is the event at which the run broke off; nullopt if the run ended
  /// by itself. Each call also counts which statement has lacked values of
  /// which other statement; later calls use these counts.
  EventSet find(const EventSet &included, const EventSet &enough,
                std::optional<EventIndex> place);

  /// Returns all events on which the output depends in any way, directly or
  /// through others.
  EventSet reached() const;

private:
  /// A later event, `user`, and a skipped event on which it depends, `source`.
  struct Lack {
    EventIndex user{};
    EventIndex source{};
  };
  /// The numbers of the two statements of a Lack: the one that uses a value,
  /// and the one that sets the value.
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
  /// For each pair of statements, how often the first one has lacked a value of
  /// the second one.
  std::map<StatementPair, size_t> lacked;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_MISSINGEVENTS_H

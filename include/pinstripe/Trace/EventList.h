// The events of a run in the order in which they started, in few bytes each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TRACE_EVENTLIST_H
#define PINSTRIPE_TRACE_EVENTLIST_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Support/PackedNumbers.h"
#include <cstdint>
#include <iterator>

namespace pinstripe {

enum class EventIndex : uint32_t {};
enum class InvocationId : uint32_t {};

/// One execution of a statement unit (a part of the source that can be
/// skipped). `entry` is the place at which control came into the unit.
struct Event {
  EntryId entry{};
  InvocationId invocation{};
  bool operator==(const Event &) const = default;
};

/// A stretch: consecutive events that happened in the same call. A stretch ends
/// where another call begins or goes on. If a call has events, the events of
/// its caller before and after the call are in different stretches.
struct Stretch {
  EventIndex first{};
  InvocationId invocation{};
};

/// A list of events. Each event takes 1, 2 or 4 bytes, depending on how many
/// statement entries the program has. Each stretch (consecutive events of one
/// call) takes 8 bytes. A run of 10^9 events in a loop takes 1 to 2 GB.
class EventList {
public:
  class Iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = Event;
    using pointer = const Event *;
    using reference = Event;

    Iterator() = default;
    Event operator*() const {
      return {static_cast<EntryId>(list->entries[index]),
              list->allStretches[stretch].invocation};
    }
    Iterator &operator++() {
      if (++index == list->endOf(stretch))
        ++stretch;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator &other) const {
      return index == other.index;
    }

  private:
    friend EventList;
    Iterator(const EventList &list, size_t index, size_t stretch)
        : list(&list), index(index), stretch(stretch) {}

    const EventList *list = nullptr;
    size_t index = 0;
    size_t stretch = 0;
  };

  EventList() = default;
  explicit EventList(llvm::ArrayRef<Event> events) { append(events); }

  size_t size() const { return entries.size(); }
  bool empty() const { return entries.empty(); }
  /// Returns the statement entry of an event, the place at which control came
  /// into the statement. This takes constant time.
  EntryId entryOf(EventIndex index) const {
    return static_cast<EntryId>(entries[static_cast<size_t>(index)]);
  }
  /// Returns the call in which an event happened. This takes time in proportion
  /// to the logarithm of the number of stretches (consecutive events of one
  /// call) near the event. There are at most 64 of these.
  InvocationId invocationOf(EventIndex index) const {
    return allStretches[stretchOf(index)].invocation;
  }
  Event operator[](EventIndex index) const {
    return {entryOf(index), invocationOf(index)};
  }
  Iterator begin() const { return {*this, 0, 0}; }
  Iterator end() const { return {*this, size(), allStretches.size()}; }

  void reserve(size_t events) { entries.reserve(events); }
  void push_back(const Event &event) { append(event); }
  void append(llvm::ArrayRef<Event> events);

  /// Returns the stretches of the list in the order of the run. A stretch
  /// consists of events that follow each other in one call.
  llvm::ArrayRef<Stretch> stretches() const { return allStretches; }
  /// Returns the index of the stretch that contains an event.
  size_t stretchOf(EventIndex index) const;
  /// Returns the index of the first event after the stretch with the index
  /// `stretch`.
  size_t endOf(size_t stretch) const {
    return stretch + 1 < allStretches.size()
               ? static_cast<size_t>(allStretches[stretch + 1].first)
               : size();
  }
  /// Returns for each event the number of the statement entry at which control
  /// came in, in the order of the run.
  const PackedNumbers &entryNumbers() const { return entries; }

private:
  static constexpr size_t blockSize = 64;

  PackedNumbers entries;
  GrowingArray<Stretch> allStretches;
  /// For each block of `blockSize` events, the index of the stretch that
  /// contains the first event of the block.
  GrowingArray<uint32_t> stretchOfBlock;
};

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_EVENTLIST_H

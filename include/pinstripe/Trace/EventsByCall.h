// The events of a run sorted by the call in which they happened.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TRACE_EVENTSBYCALL_H
#define PINSTRIPE_TRACE_EVENTSBYCALL_H

#include "pinstripe/Trace/EventList.h"
#include "llvm/ADT/iterator.h"

namespace pinstripe {

class CallEvents;

/// The events of one stretch (consecutive events of one call). They are
/// consecutive when all events are sorted by call, and also in the order of the
/// run.
struct PlacedStretch {
  uint32_t firstPosition = 0;
  EventIndex firstEvent{};
  uint32_t size = 0;
};

/// Gives each event of a list a *position*: its index when the events are
/// sorted by call, and those of one call by time. So the events of a call have
/// consecutive positions. Takes 4 bytes for each call, and 12 bytes for each
/// stretch (consecutive events of one call).
class EventsByCall {
public:
  EventsByCall() = default;
  /// Gives each event of `list` a position. The same list must be passed to the
  /// other functions.
  EventsByCall(const EventList &list, size_t invocations);

  /// Returns the position of a call's first event among all events when they
  /// are sorted by call. If the call has no events, returns the position that
  /// its first event would have.
  uint32_t firstPosition(InvocationId id) const {
    return starts[firstPart[static_cast<size_t>(id)]];
  }
  uint32_t count(InvocationId id) const {
    return starts[firstPart[static_cast<size_t>(id) + 1]] - firstPosition(id);
  }
  /// Returns the position of an event. This takes as much time as
  /// EventList::stretchOf.
  uint32_t positionOf(const EventList &list, EventIndex event) const;
  /// Returns the event at a position. This takes time in proportion to the
  /// logarithm of the number of stretches.
  EventIndex eventAt(const EventList &list, uint32_t position) const;

  /// Returns the number of parts. Parts are the stretches of the list
  /// (consecutive events of one call), sorted by call.
  size_t parts() const { return order.size(); }
  PlacedStretch part(const EventList &list, size_t index) const {
    return {starts[index], list.stretches()[order[index]].first,
            starts[index + 1] - starts[index]};
  }
  /// Returns the index of the part (the stretch of consecutive events) that
  /// contains the event with the given position.
  size_t partAt(uint32_t position) const;

private:
  /// For each call, the index of its first part. Parts are stretches
  /// (consecutive events of one call), sorted by call.
  GrowingArray<uint32_t> firstPart;
  /// For each part (the stretches of events, sorted by call), the index of the
  /// same stretch in the order of the run.
  GrowingArray<uint32_t> order;
  /// For each part (a stretch of events), the position of its first event. The
  /// last element is the number of all events.
  GrowingArray<uint32_t> starts;
  /// For each stretch of events in the order of the run, its index when the
  /// stretches are sorted by call.
  GrowingArray<uint32_t> partOf;
};

/// The events of one call, or a contiguous range of them, in the order of the
/// run. The trace with these events must outlive this object and its iterators.
class CallEvents {
public:
  class Iterator : public llvm::iterator_facade_base<
                       Iterator, std::random_access_iterator_tag, EventIndex,
                       std::ptrdiff_t, const EventIndex *, EventIndex> {
  public:
    using iterator_facade_base::operator-;
    Iterator() = default;
    EventIndex operator*() const;
    bool operator==(const Iterator &other) const {
      return position == other.position;
    }
    bool operator<(const Iterator &other) const {
      return position < other.position;
    }
    std::ptrdiff_t operator-(const Iterator &other) const {
      return std::ptrdiff_t(position) - std::ptrdiff_t(other.position);
    }
    Iterator &operator+=(std::ptrdiff_t difference) {
      position = static_cast<uint32_t>(position + difference);
      return *this;
    }
    Iterator &operator-=(std::ptrdiff_t difference) {
      return *this += -difference;
    }

  private:
    friend CallEvents;
    Iterator(const CallEvents &events, uint32_t position)
        : list(events.list), byCall(events.byCall), position(position) {}

    const EventList *list = nullptr;
    const EventsByCall *byCall = nullptr;
    uint32_t position = 0;
    /// The part of the events in which the last position was found. The next
    /// position is mostly in the same part, so the iterator looks there first
    /// and needs no search.
    mutable PlacedStretch part;
  };

  CallEvents() = default;
  CallEvents(const EventList &list, const EventsByCall &byCall, uint32_t first,
             uint32_t count)
      : list(&list), byCall(&byCall), first(first), count(count) {}

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  Iterator begin() const { return {*this, first}; }
  Iterator end() const { return {*this, first + count}; }
  /// Returns an event of the call by its index. This takes time in proportion
  /// to the logarithm of the number of stretches in the trace. Iterators are
  /// faster.
  EventIndex operator[](size_t index) const {
    return byCall->eventAt(*list, first + static_cast<uint32_t>(index));
  }
  EventIndex front() const { return (*this)[0]; }
  EventIndex back() const { return (*this)[count - 1]; }
  /// Returns a contiguous range of the call's events: `size` events from the
  /// index `from` on.
  CallEvents slice(size_t from, size_t size) const {
    return {*list, *byCall, first + static_cast<uint32_t>(from),
            static_cast<uint32_t>(size)};
  }
  CallEvents drop_front(size_t size) const { return slice(size, count - size); }
  /// Returns the position of the first event in this range. A position is the
  /// index of an event when all events are sorted by call.
  uint32_t firstPosition() const { return first; }

private:
  const EventList *list = nullptr;
  const EventsByCall *byCall = nullptr;
  uint32_t first = 0;
  uint32_t count = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_TRACE_EVENTSBYCALL_H

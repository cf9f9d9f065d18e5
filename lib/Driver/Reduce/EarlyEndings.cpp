// Remembers runs that ended early, to know how other runs will end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/EarlyEndings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

static constexpr size_t wordBits = 64;

std::optional<EventIndex> pinstripe::eventAtEarlyEnd(const Ending &ending) {
  if (const auto *otherwise = std::get_if<DecidedOtherwise>(&ending))
    return otherwise->event;
  // The event of a crash is known only if the run crashed in code of the
  // statement that the innermost call executed last. Then the run crashed in
  // the middle of this event, and had not yet come to a later event of the
  // call.
  if (const auto *crashed = std::get_if<Crashed>(&ending))
    return crashed->event;
  const auto *diverged = std::get_if<Diverged>(&ending);
  if (diverged && diverged->reason == Diverged::Reason::UnrecordedCall)
    return diverged->event;
  return std::nullopt;
}

// The functions from here on find out which events of a run can have influenced
// it before it ended early.

namespace {

/// Checks that the calls of a recorded run are nested: each call begins during
/// the event that made it, and ends before its caller goes on to the next
/// event.
class NestingCheck {
public:
  explicit NestingCheck(const Trace &trace)
      : trace(trace), calls(trace.allInvocations().size()) {}

  bool holds() {
    const EventList &events = trace.allEvents();
    for (auto [i, stretch] : llvm::enumerate(events.stretches())) {
      if (!goTo(stretch.invocation))
        return false;
      stateOf(stretch.invocation).latest =
          EventIndex(static_cast<uint32_t>(events.endOf(i) - 1));
    }
    return true;
  }

private:
  struct State {
    enum : uint8_t { NotBegun, Active, Ended } progress = NotBegun;
    /// The event that the call has executed last; nullopt at first.
    std::optional<EventIndex> latest;
  };

  State &stateOf(InvocationId id) { return calls[static_cast<size_t>(id)]; }

  /// Called for each event of the run, in order. `id` is the call to which the
  /// event belongs. Returns false if this call has already ended, so that calls
  /// are not nested. A call without events of its own begins when it makes its
  /// first call.
  bool goTo(InvocationId id) {
    std::vector<InvocationId> fresh;
    std::optional<InvocationId> active = id;
    while (active && stateOf(*active).progress == State::NotBegun) {
      fresh.push_back(*active);
      active = trace.invocation(*active).caller;
    }
    if (active && stateOf(*active).progress == State::Ended)
      return false;
    while (!stack.empty() && stack.back() != active) {
      stateOf(stack.back()).progress = State::Ended;
      stack.pop_back();
    }
    for (InvocationId each : llvm::reverse(fresh)) {
      const Invocation &call = trace.invocation(each);
      if (call.caller && stateOf(*call.caller).latest != call.parent)
        return false;
      stateOf(each).progress = State::Active;
      stack.push_back(each);
    }
    return true;
  }

  const Trace &trace;
  std::vector<State> calls;
  std::vector<InvocationId> stack;
};

} // namespace

bool EarlyEndings::callsAreNested() {
  if (!areNested)
    areNested = NestingCheck(trace).holds();
  return *areNested;
}

std::optional<EventIndex> EarlyEndings::nextInCall(EventIndex event) const {
  InvocationId call = trace.invocationOf(event);
  uint32_t next = trace.positionOf(event) + 1;
  if (next == trace.firstPosition(call) + trace.eventsOf(call).size())
    return std::nullopt;
  return trace.eventAt(next);
}

/// Returns true if the event that made the call `call` later called another
/// function, too. Later calls of the same function don't count, since all runs
/// make the calls of one function in the same order.
bool EarlyEndings::hasLaterSibling(InvocationId call) const {
  llvm::ArrayRef<Invocation> calls = trace.allInvocations();
  auto keyOf = [&](InvocationId id) {
    const Invocation &each = calls[static_cast<size_t>(id)];
    // `invocationsByCall` is sorted by the caller and by the event that made
    // the call. If one of these is not known, the call is sorted before the
    // others.
    return std::pair(each.caller, each.parent);
  };
  llvm::ArrayRef<InvocationId> byCall = trace.invocationsByCall();
  auto [begin, end] = std::equal_range(
      byCall.begin(), byCall.end(), call,
      [&](InvocationId a, InvocationId b) { return keyOf(a) < keyOf(b); });
  FunctionId function = trace.invocation(call).function;
  return std::any_of(begin, end, [&](InvocationId id) {
    return id > call && trace.invocation(id).function != function;
  });
}

bool EarlyEndings::isMain(InvocationId call) const {
  return table &&
         table->function(trace.invocation(call).function).linkageName == "main";
}

std::optional<size_t> EarlyEndings::endOfDecisive(EventIndex during) {
  if (!callsAreNested())
    return std::nullopt;
  std::optional<EventIndex> end = nextInCall(during);
  EventIndex event = during;
  for (;;) {
    InvocationId call = trace.invocationOf(event);
    std::optional<EventIndex> parent = trace.invocation(call).parent;
    if (!parent) {
      if (trace.invocation(call).caller)
        return std::nullopt;
      // A function other than `main` without a recorded caller is called before
      // `main`, or when the program exits. A run that ends in `main` has not
      // called the functions of the exit yet, so these do not influence it.
      if (!isMain(call) && hasLaterSibling(call))
        return std::nullopt;
      break;
    }
    event = *parent;
    if (!end || hasLaterSibling(call))
      end = nextInCall(event);
  }
  if (!end)
    return std::nullopt;
  return static_cast<size_t>(*end);
}

// Remembered runs

EarlyEndings::Beginning EarlyEndings::beginningOf(const EventSet &events,
                                                  size_t end) {
  llvm::ArrayRef<uintptr_t> words = events.words();
  size_t whole = end / wordBits, bits = end % wordBits;
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(words.data()),
                     whole * sizeof(words[0])));
  uint64_t rest = bits == 0 ? 0 : words[whole] & ((uint64_t(1) << bits) - 1);
  return {end, {hash.low64, hash.high64}, rest};
}

void EarlyEndings::focus(const EventSet &newBest) {
  // Each remembered run is stored under the first event in which it differs
  // from `best`, a set of events. If `newBest` differs from `best` at this
  // event or at an earlier one, the run could not be found any more, so it is
  // removed.
  size_t change =
      newBest.universe() == best.universe() ? newBest.firstDifference(best) : 0;
  endings.erase(endings.lower_bound(change), endings.end());
  best = newBest;
}

void EarlyEndings::add(const EventSet &included, EventIndex during,
                       const KeptReason &tested) {
  // The number of the event is checked, because it may come from a file or from
  // another machine and so may be wrong.
  if (included.universe() != best.universe() ||
      static_cast<size_t>(during) >= trace.size())
    return;
  std::optional<size_t> end = endOfDecisive(during);
  size_t difference = included.firstDifference(best);
  if (!end || difference >= *end)
    return;
  endings[difference].push_back({beginningOf(included, *end), tested});
}

const KeptReason *EarlyEndings::find(const EventSet &included) const {
  if (endings.empty() || included.universe() != best.universe())
    return nullptr;
  auto found = endings.find(included.firstDifference(best));
  if (found == endings.end())
    return nullptr;
  for (const Ended &each : found->second)
    if (beginningOf(included, each.beginning.end) == each.beginning)
      return &each.tested;
  return nullptr;
}

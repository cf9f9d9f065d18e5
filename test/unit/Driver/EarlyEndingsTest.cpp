// Tests that runs which end early tell the outcome of other runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/EarlyEndings.h"
#include "TestSupport/Catch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// One call of a traced function.
struct Call {
  unsigned function;
  std::optional<unsigned> caller = {}, parent = {};
};

/// Makes a trace. `calls` lists all calls. For each event, `inCall` says in
/// which call it happened.
Trace traceOf(llvm::ArrayRef<Call> calls, llvm::ArrayRef<unsigned> inCall) {
  std::vector<Invocation> invocations;
  for (const Call &call : calls) {
    Invocation &made = invocations.emplace_back();
    made.function = FunctionId(call.function);
    if (call.caller)
      made.caller = InvocationId(*call.caller);
    if (call.parent)
      made.parent = EventIndex(*call.parent);
  }
  std::vector<Event> events;
  for (unsigned call : inCall)
    events.push_back({EntryId(0), InvocationId(call)});
  return Trace(events, invocations);
}

/// Event 1 calls a function, in which the events 2 and 3 happen. Event 5 calls
/// the same function (events 6 and 7), and then another one (event 8).
Trace nestedCalls() {
  return traceOf({{0}, {1, 0, 1}, {1, 0, 5}, {2, 0, 5}},
                 {0, 0, 1, 1, 0, 0, 2, 2, 3, 0});
}

class Endings : public EarlyEndings {
public:
  explicit Endings(const Trace &trace, const UnitTable *table = nullptr)
      : EarlyEndings(trace, table), size(trace.size()) {
    focus(without({}));
  }

  EventSet without(llvm::ArrayRef<unsigned> skipped) const {
    EventSet events(size, true);
    for (unsigned event : skipped)
      events.erase(EventIndex(event));
    return events;
  }
  /// Notes that a run crashed during an event.
  void crash(llvm::ArrayRef<unsigned> skipped, unsigned during) {
    add(without(skipped), EventIndex(during), {Outcome::Unresolved});
  }
  bool knows(llvm::ArrayRef<unsigned> skipped) const {
    return find(without(skipped)) != nullptr;
  }
  size_t endAt(unsigned during) {
    return endOfDecisive(EventIndex(during)).value_or(0);
  }

private:
  size_t size;
};

} // namespace

TEST_CASE("a run depends on the events up to the next one of the innermost "
          "call",
          "[driver][early]") {
  Trace trace = nestedCalls();
  Endings endings(trace);
  CHECK(endings.endAt(0) == 1);
  CHECK(endings.endAt(1) == 4);
  CHECK(endings.endAt(2) == 3);
  // The event is the last one of a call, so the caller goes on with event 4.
  CHECK(endings.endAt(3) == 4);
  CHECK(endings.endAt(8) == 9);
  // The event is the last one of the run, so nothing follows.
  CHECK(endings.endAt(9) == 0);
}

TEST_CASE("a run may have called a later function of the same event first",
          "[driver][early]") {
  Trace trace = nestedCalls();
  Endings endings(trace);
  // Event 8 happens in the later call of the other function.
  CHECK(endings.endAt(6) == 9);
  CHECK(endings.endAt(7) == 9);
}

TEST_CASE("functions that run after main end nothing early unless main is "
          "known",
          "[driver][early]") {
  Trace trace = traceOf({{0}, {1}}, {0, 0, 0, 1});
  CHECK(Endings(trace).endAt(1) == 0);
  UnitTable table;
  table.functions.resize(2);
  table.functions[0].linkageName = "main";
  CHECK(Endings(trace, &table).endAt(1) == 2);
}

TEST_CASE("nothing is known of runs whose calls are not nested",
          "[driver][early]") {
  // Event 2 interrupts the call that event 0 made, as a coroutine does.
  Trace trace = traceOf({{0}, {1, 0, 0}}, {0, 1, 0, 1, 0});
  Endings endings(trace);
  CHECK(endings.endAt(0) == 0);
  endings.crash({0}, 1);
  CHECK_FALSE(endings.knows({0, 4}));
}

TEST_CASE("calls without events of their own count as nested",
          "[driver][early]") {
  // Call 1 has no events. It makes call 2.
  Trace trace = traceOf({{0}, {1, 0, 0}, {2, 1}}, {0, 2, 2, 0, 0});
  CHECK(Endings(trace).endAt(3) == 4);
  CHECK(Endings(trace).endAt(1) == 0);
}

TEST_CASE("a run ends as another one that has skipped the same events so far",
          "[driver][early]") {
  Trace trace = nestedCalls();
  Endings endings(trace);
  endings.crash({2, 3}, 4);
  CHECK(endings.knows({2, 3}));
  CHECK(endings.knows({2, 3, 5}));
  CHECK(endings.knows({2, 3, 6, 9}));
  CHECK_FALSE(endings.knows({2}));
  CHECK_FALSE(endings.knows({3}));
  CHECK_FALSE(endings.knows({1, 2, 3}));
  CHECK_FALSE(endings.knows({2, 3, 4}));
  CHECK_FALSE(endings.knows({}));
}

TEST_CASE("a run is forgotten when an earlier event is removed for good",
          "[driver][early]") {
  Trace trace = nestedCalls();
  Endings endings(trace);
  endings.crash({2, 3}, 4);
  endings.focus(endings.without({9}));
  CHECK(endings.knows({2, 3, 9}));
  endings.focus(endings.without({0, 9}));
  CHECK_FALSE(endings.knows({0, 2, 3, 9}));
}

TEST_CASE("an event that the run does not have is ignored", "[driver][early]") {
  Trace trace = nestedCalls();
  Endings endings(trace);
  endings.crash({2}, 10);
  CHECK_FALSE(endings.knows({2}));
}

TEST_CASE("only endings in the middle of an event are early",
          "[driver][early]") {
  Crashed crashed;
  CHECK_FALSE(eventAtEarlyEnd(crashed));
  crashed.event = EventIndex(3);
  CHECK(eventAtEarlyEnd(crashed) == EventIndex(3));
  CHECK(eventAtEarlyEnd(DecidedOtherwise{EventIndex(4)}) == EventIndex(4));
  Diverged diverged;
  diverged.event = EventIndex(5);
  CHECK(eventAtEarlyEnd(diverged) == EventIndex(5));
  diverged.reason = Diverged::Reason::NoWayOut;
  CHECK_FALSE(eventAtEarlyEnd(diverged));
  CHECK_FALSE(eventAtEarlyEnd(Exited()));
  CHECK_FALSE(eventAtEarlyEnd(TimedOut()));
}

// Compares the dispatcher of the runtime with that of the LLDB engine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both dispatchers get the same arrivals from a simulated processor, and must
// decide alike each time.

#include "RandomProgram.h"
#include "RuntimeInside.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;
using namespace pinstripe::native;
using namespace pinstripe::test;

namespace {

/// Passes each arrival to both dispatchers and compares their decisions.
class Comparison : public Listener {
public:
  Comparison(const UnitTable &table, const Trace &trace,
             const EventSet &included, Dispatcher::Policy policy)
      : table(table), trace(trace), hooks(table),
        expected(table, trace, included, policy),
        actual(table, trace, included, policy) {}

  Decision arrive(uint64_t address, const Arrival &arrival) override {
    const HookPoint &hook = *hooks.find(address);
    Arrival seen = arrival;
    if (!hook.hasHiddenResult)
      seen.firstArgument = 0;
    Decision decision = expected.arrive(hook, seen);
    ++arrivals;
    try {
      HookFrame frame = actual.arrive(address, seen);
      REQUIRE(decision.kind != Decision::Kind::Stop);
      compare(decision, seen, hook, frame);
    } catch (const ProcessEnd &end) {
      compareEnd(decision, end);
    }
    return decision;
  }
  void exitFunction(uint64_t sp) override {
    expected.arriveAtExitFunction(sp, /*thread=*/0);
    HookFrame frame{};
    frame.registers.value[RSP] = sp;
    dispatchExitFunction(frame);
  }
  void compareCounts() const {
    const RunState &run = runState();
    REQUIRE(run.executed + (run.position - run.mark) ==
            expected.eventsExecuted());
    uint32_t last = run.position != run.mark ? run.position - 1 : run.last;
    REQUIRE((last != none) == expected.currentEvent().has_value());
    if (last != none)
      REQUIRE(trace.eventAt(last) == *expected.currentEvent());
    REQUIRE(run.decisions == expected.decisions());
  }
  std::string ending;
  unsigned arrivals = 0;
  size_t poisonedStores = 0, poisonedRanges = 0;
  unsigned quickEntries() const { return actual.quickEntries; }
  unsigned inlineExits() const { return actual.inlineExits; }

private:
  void compare(const Decision &decision, const Arrival &arrival,
               const HookPoint &hook, const HookFrame &frame) {
    const TracedFunction &function = table.function(hook.function);
    const uint64_t *registers = frame.registers.value;
    bool isSkip = hook.isFunctionEntry &&
                  decision.kind == Decision::Kind::Jump &&
                  decision.target == function.ret;
    if (isSkip || decision.kind == Decision::Kind::Return) {
      uint64_t slot = isSkip ? arrival.sp : decision.returnAddressSlot;
      REQUIRE(frame.registers.pc == *reinterpret_cast<uint64_t *>(slot));
      REQUIRE(registers[RSP] == slot + 8);
    } else {
      bool isJump = decision.kind == Decision::Kind::Jump;
      uint64_t pc = isJump ? decision.target : arrival.pc;
      REQUIRE(frame.registers.pc == landing(pc));
      REQUIRE(registers[RSP] == arrival.sp);
    }
    if (decision.frameIsSetUp)
      REQUIRE(registers[RBP] == *reinterpret_cast<uint64_t *>(arrival.fp));
    REQUIRE((frame.poisonVectors != 0) == decision.poisonReturn);
    if (decision.returnRegister)
      REQUIRE(registers[RAX] == *decision.returnRegister);
    else if (decision.poisonReturn)
      REQUIRE(registers[RAX] == poisonPattern);
    REQUIRE(actual.poisonedFrame() == decision.poisonFrame);
    compareStores(decision, arrival.fp);
    for (const RegisterReload &reload : decision.reloads) {
      REQUIRE(reload.dwarfRegister == 3); // rbx, third in encoding
      REQUIRE(registers[RBX] == *reinterpret_cast<uint64_t *>(
                                    arrival.fp + int64_t(reload.frameOffset)));
    }
  }

  void compareStores(const Decision &decision, uint64_t fp) {
    std::set<uint64_t> bytes, places;
    for (const FixedStore &store : decision.poisonStores) {
      uint64_t place =
          static_cast<uint64_t>(store.place) + (store.isInFrame ? fp : 0);
      addBytes(bytes, place, store.size);
      places.insert(place);
    }
    for (const PoisonRange &range : decision.poisonRanges)
      addBytes(bytes, range.address, range.size);
    REQUIRE(actual.poisonedBytes() == bytes);
    poisonedStores += places.size();
    poisonedRanges += decision.poisonRanges.size();
  }

  void compareEnd(const Decision &decision, const ProcessEnd &end) {
    REQUIRE(decision.kind == Decision::Kind::Stop);
    ending = "event limit";
    if (end.kind == EndKind::EventLimit) {
      REQUIRE(std::holds_alternative<LimitReached>(decision.ending));
      return;
    }
    if (end.kind == EndKind::DecidedOtherwise) {
      compareDecision(decision);
      return;
    }
    REQUIRE(std::holds_alternative<Diverged>(decision.ending));
    const auto &diverged = std::get<Diverged>(decision.ending);
    ending = "divergence " + std::to_string(static_cast<int>(diverged.reason));
    const RunState &run = runState();
    REQUIRE(static_cast<uint32_t>(diverged.function) == run.function);
    REQUIRE(static_cast<uint32_t>(diverged.reason) ==
            static_cast<uint32_t>(run.reason));
    REQUIRE(diverged.event.has_value() == (run.last != none));
    if (diverged.event)
      REQUIRE(trace.eventAt(run.last) == *diverged.event);
  }

  void compareDecision(const Decision &decision) {
    ending = "otherwise";
    REQUIRE(std::holds_alternative<DecidedOtherwise>(decision.ending));
    const auto &otherwise = std::get<DecidedOtherwise>(decision.ending);
    const RunState &run = runState();
    REQUIRE(trace.eventAt(run.condition) == otherwise.event);
    REQUIRE(
        run.arrived ==
        (otherwise.arrived ? static_cast<uint32_t>(*otherwise.arrived) : none));
    if (!otherwise.arrived)
      ending += " at an exit";
  }

  const UnitTable &table;
  const Trace &trace;
  HookMap hooks;
  Dispatcher expected;
  RuntimeInside actual;
};

EventSet someEvents(const Trace &trace, std::minstd_rand &random) {
  constexpr unsigned perThousand[] = {1000, 970, 900, 500, 50};
  unsigned share = perThousand[random() % 5];
  EventSet events(trace.size());
  for (unsigned i = 0; i < trace.size(); ++i)
    if (random() % 1000 < share)
      events.insert(EventIndex(i));
  return trace.feasible(events);
}

/// Returns random computed stores, some of them to frames that have ended.
ComputedStores someStores(const Trace &trace, std::minstd_rand &random) {
  using Base = ComputedStore::Base;
  std::vector<ComputedStores::Recorded> stores;
  std::vector<EventIndex> allocating;
  auto events = static_cast<uint32_t>(trace.size());
  auto invocations = static_cast<uint32_t>(trace.allInvocations().size());
  constexpr unsigned blocks = 4;
  for (unsigned i = 0; i < blocks; ++i)
    allocating.push_back(EventIndex(random() % events));
  for (uint32_t i = 0; i < 2 * events; ++i) {
    ComputedStore store;
    store.size = 8 * (1 + random() % 8);
    uint32_t offset = 8 * (random() % 64);
    uint32_t position = random() % events;
    EventIndex event = trace.eventAt(position);
    switch (static_cast<Base>(random() % 3)) {
    case Base::Fixed:
      store.place = 0x600000 + offset;
      break;
    case Base::Heap:
      store.place = 0x700000 + offset;
      if (random() % 4 != 0)
        store.baseAndNumber =
            static_cast<uint32_t>(allocating[random() % blocks]) + 1;
      store.baseAndNumber =
          ComputedStore::pack(Base::Heap, store.baseAndNumber);
      break;
    case Base::Frame: {
      std::optional<InvocationId> id = trace.event(event).invocation;
      for (unsigned up = random() % 4; up > 0 && id; --up)
        id = trace.invocation(*id).caller;
      uint32_t number =
          id ? static_cast<uint32_t>(*id) : random() % invocations;
      store.place = uint64_t(0) - 512 + offset;
      store.baseAndNumber = ComputedStore::pack(Base::Frame, number);
      break;
    }
    }
    stores.push_back({store, position});
  }
  return ComputedStores(trace, std::move(stores), std::move(allocating));
}

/// Returns a few random conditions. If there were many, most runs would end
/// early.
EntrySet someConditions(const UnitTable &table, std::minstd_rand &random) {
  EntrySet conditions(table.entries.size());
  for (unsigned i = 0; i < conditions.universe(); ++i)
    if (random() % 8 == 0)
      conditions.insert(EntryId(i));
  return conditions;
}

} // namespace

/// Executes a function that has no caller: arrives at its entry, at these
/// units, and at its exit if control comes there.
void drive(const UnitTable &table, uint32_t function,
           std::initializer_list<uint32_t> units, Listener &listener) {
  std::vector<uint64_t> stack(256);
  uint64_t sp = reinterpret_cast<uint64_t>(&stack.back()) - 8;
  const TracedFunction &called = table.functions[function];
  listener.arrive(called.low, {called.low, sp, 0x1234, 0});
  for (uint32_t unit : units) {
    uint64_t address = called.low + 0x20 + 0x10 * unit;
    Decision decision =
        listener.arrive(address, {address, sp - 128, sp - 8, 0});
    if (decision.kind == Decision::Kind::Stop)
      return;
  }
  listener.arrive(called.exit, {called.exit, sp - 128, sp - 8, 0});
}

TEST_CASE(
    "in the target, leaving through a reload does not count as a decision",
    "[native][dispatch]") {
  UnitTable table = programTable();
  constexpr uint32_t function = 4, returns = 4;
  RecordingListener recording(table);
  drive(table, function, {returns, 2}, recording);
  Trace trace = recording.takeTrace();
  EventSet first(2);
  first.insert(EventIndex(0));
  EntrySet conditions(table.entries.size());
  conditions.insert(EntryId(function * unitsEach + returns));
  Dispatcher::Policy policy;
  policy.conditions = &conditions;
  policy.poisonSkipped = true;
  Comparison comparison(table, trace, first, policy);
  drive(table, function, {returns, 2}, comparison);
  CHECK(comparison.ending == "");
  CHECK(comparison.poisonedStores == 1);
  Comparison otherwise(table, trace, first, policy);
  drive(table, function, {returns, 3}, otherwise);
  CHECK(otherwise.ending == "otherwise");
}

TEST_CASE("the runtime decides as the dispatcher does", "[native][dispatch]") {
  UnitTable table = programTable();
  std::minstd_rand random(20261121);
  std::map<std::string, unsigned> endings;
  unsigned arrivals = 0, quickEntries = 0, inlineExits = 0;
  size_t poisonedStores = 0, poisonedRanges = 0;
  for (unsigned program = 0; program < 32; ++program) {
    RecordingListener recording(table);
    unsigned surprise = program % 2 == 0 ? 0 : 30;
    Processor(table, recording, program, surprise).run();
    Trace trace = recording.takeTrace();
    if (trace.size() == 0)
      continue;
    for (unsigned round = 0; round < 20; ++round) {
      Dispatcher::Policy policy;
      policy.unrecordedCalls =
          static_cast<pinstripe::UnrecordedCalls>(random() % 3);
      policy.eventLimit = random() % 4 == 0 ? 1 + random() % trace.size() : 0;
      CAPTURE(program, round);
      EventSet included = someEvents(trace, random);
      EntrySet conditions = someConditions(table, random);
      if (round % 2 == 0)
        policy.conditions = &conditions;
      policy.poisonSkipped = round % 4 < 2;
      ComputedStores stores = someStores(trace, random);
      if (round % 8 < 4)
        policy.computedStores = &stores;
      Comparison comparison(table, trace, included, policy);
      Processor(table, comparison, program, round % 3 == 0 ? 20 : surprise,
                round % 4 == 3)
          .run();
      comparison.compareCounts();
      ++endings[comparison.ending];
      arrivals += comparison.arrivals;
      quickEntries += comparison.quickEntries();
      inlineExits += comparison.inlineExits();
      poisonedStores += comparison.poisonedStores;
      poisonedRanges += comparison.poisonedRanges;
    }
  }
  // The comparison is only meaningful if all of this happens often enough.
  CHECK(arrivals > 100000);
  CHECK(quickEntries > 10000);
  CHECK(inlineExits > 5000);
  CHECK(poisonedStores > 1000);
  CHECK(poisonedRanges > 1000);
  CHECK(endings.count("event limit"));
  CHECK(endings.count("otherwise"));
  CHECK(endings.count("otherwise at an exit"));
  CHECK(endings.count("divergence 0")); // unrecorded call
  CHECK(endings.count("divergence 1")); // no way out
  CHECK(endings.count("divergence 3")); // frame lost
}

// Simulates oracles without programs, to compare reduction algorithms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SimulatedOracles.h"

#include "llvm/ADT/STLExtras.h"
#include <memory>
#include <random>

using namespace pinstripe;
using namespace pinstripe::bench;

static constexpr size_t runLength = 4;

/// Draws `count` of the numbers 0 .. `universe`-1.
static std::vector<uint32_t> draw(size_t universe, size_t count,
                                  std::mt19937 &random) {
  std::vector<uint32_t> all(universe);
  for (size_t i = 0; i < universe; ++i)
    all[i] = i;
  for (size_t i = 0; i < count; ++i)
    std::swap(all[i], all[i + random() % (universe - i)]);
  all.resize(count);
  return all;
}

static bool hasAll(const Configuration &configuration,
                   const std::vector<uint32_t> &required) {
  for (uint32_t index : required)
    if (!configuration.contains(Element(index)))
      return false;
  return true;
}

SimulatedCase bench::scattered(size_t elements, size_t required,
                               uint32_t seed) {
  std::mt19937 random(seed);
  return {elements,
          [needed = draw(elements, required, random)](
              const Configuration &configuration) {
            return hasAll(configuration, needed) ? Outcome::Fail
                                                 : Outcome::Pass;
          },
          {}};
}

/// Returns a group of four consecutive elements that are only useful together.
static ElementGroup runAt(uint32_t begin) {
  ElementGroup run{"runs", {}, true};
  for (uint32_t i = begin; i < begin + runLength; ++i)
    run.elements.push_back(Element(i));
  return run;
}

static bool isWhole(const ElementGroup &run,
                    const Configuration &configuration) {
  auto isIn = [&](Element each) { return configuration.contains(each); };
  return llvm::all_of(run.elements, isIn) || llvm::none_of(run.elements, isIn);
}

SimulatedCase bench::pairedKnown(size_t elements, size_t required,
                                 uint32_t seed) {
  std::mt19937 random(seed);
  SimulatedCase result{elements, {}, {}};
  std::vector<uint32_t> needed = draw(elements, required, random);
  size_t places = elements / runLength;
  std::vector<uint32_t> runs = draw(places, places * 11 / 20, random);
  llvm::sort(runs);
  for (uint32_t place : runs)
    result.groups.push_back(runAt(place * runLength));
  result.outcomeOf =
      [needed, groups = result.groups](const Configuration &configuration) {
        for (const ElementGroup &run : groups)
          if (!isWhole(run, configuration))
            return Outcome::Unresolved;
        return hasAll(configuration, needed) ? Outcome::Fail : Outcome::Pass;
      };
  return result;
}

SimulatedCase bench::paired(size_t elements, size_t required, uint32_t seed) {
  SimulatedCase result = pairedKnown(elements, required, seed);
  result.groups.clear();
  return result;
}

namespace {

struct Operation {
  enum class Kind : uint8_t { Constant, Copy, Add, ExclusiveOr };
  Kind kind = Kind::Constant;
  uint8_t target = 0;
  uint8_t source = 0;
  uint8_t constant = 0;
};

constexpr size_t variableCount = 24;
constexpr size_t bodySize = 12;

struct MachineTrace {
  std::vector<Operation> operations;
  uint8_t watched = 0;

  uint8_t run(const Configuration &included) const;
};

} // namespace

uint8_t MachineTrace::run(const Configuration &included) const {
  uint8_t variables[variableCount] = {};
  for (Element element : included.members()) {
    const Operation &each = operations[static_cast<size_t>(element)];
    uint8_t &target = variables[each.target];
    switch (each.kind) {
    case Operation::Kind::Constant:
      target = each.constant;
      break;
    case Operation::Kind::Copy:
      target = variables[each.source];
      break;
    case Operation::Kind::Add:
      target += variables[each.source];
      break;
    case Operation::Kind::ExclusiveOr:
      target ^= variables[each.source];
      break;
    }
  }
  return variables[watched];
}

static MachineTrace drawTrace(size_t events, std::mt19937 &random) {
  MachineTrace trace;
  for (uint8_t i = 0; i < variableCount; ++i)
    trace.operations.push_back({Operation::Kind::Constant, i, 0,
                                static_cast<uint8_t>(1 + random() % 255)});
  Operation body[bodySize];
  for (Operation &each : body)
    each = {Operation::Kind(random() % 4),
            static_cast<uint8_t>(random() % variableCount),
            static_cast<uint8_t>(random() % variableCount),
            static_cast<uint8_t>(random())};
  size_t slots = (events - variableCount) * 5 / 4 / bodySize * bodySize;
  std::vector<uint32_t> executed =
      draw(slots, std::min(slots, events - variableCount), random);
  llvm::sort(executed);
  for (uint32_t slot : executed)
    trace.operations.push_back(body[slot % bodySize]);
  trace.watched = random() % variableCount;
  return trace;
}

SimulatedCase bench::machine(size_t events, uint32_t seed) {
  std::mt19937 random(seed);
  auto trace = std::make_shared<MachineTrace>();
  uint8_t expected = 0;
  while (expected == 0) { // the value that the variable has without any event
    *trace = drawTrace(events, random);
    expected = trace->run(Configuration::full(events));
  }
  return {events,
          [=](const Configuration &configuration) {
            return trace->run(configuration) == expected ? Outcome::Fail
                                                         : Outcome::Pass;
          },
          {}};
}

SimulatedCase bench::pointers(size_t events, uint32_t seed) {
  SimulatedCase result{events, {}, {}};
  result.machine = std::make_shared<PointerMachine>(events, seed);
  return result;
}

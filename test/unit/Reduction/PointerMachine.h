// Simulates a program with pointers, whose partial executions crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_REDUCTION_POINTERMACHINE_H
#define PINSTRIPE_TEST_UNIT_REDUCTION_POINTERMACHINE_H

#include "pinstripe/Reduction/ElementPrior.h"
#include "pinstripe/Reduction/Oracle.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

namespace pinstripe {

/// An oracle made of the recorded run of a small machine with cells for values
/// and cells for pointers. The run sets each cell, and then repeats a loop of
/// random operations, of which a random share is executed each time. Unset
/// cells hold poison. If an operation uses a pointer that is poison, the run is
/// UNRESOLVED. It FAILs if the output, the sum of some values, is as in the
/// recorded run, and PASSes otherwise.
///
/// An event that is skipped leaves its cell as it was, so an older value is
/// often good enough. The machine knows which event has set what an event uses,
/// as the detailed recording of a real run does. Everything is drawn from a
/// seed, and is the same on all machines.
class PointerMachine : public Oracle {
public:
  PointerMachine(size_t events, uint32_t seed) {
    std::mt19937 random(seed);
    draw(events, random);
    dependences.resize(trace.size());
    run(Configuration::full(trace.size()), true);
  }

  size_t elements() const { return trace.size(); }
  /// The number of all tests, and the number of UNRESOLVED tests.
  size_t tests = 0, unresolved = 0;
  /// Whether the oracle gives hints.
  bool givesHints = true;

  Outcome outcomeOf(const Configuration &candidate) const {
    return const_cast<PointerMachine *>(this)->run(candidate, false).outcome;
  }
  llvm::Expected<Outcome> test(const Configuration &candidate) override {
    Outcome outcome = outcomeOf(candidate);
    ++tests;
    unresolved += outcome == Outcome::Unresolved;
    return outcome;
  }

  std::vector<Element> lacking(const Configuration &candidate,
                               const Configuration &enough) override {
    if (!givesHints)
      return {};
    std::vector<uint32_t> level = run(candidate, false).place;
    std::vector<bool> seen(trace.size());
    std::vector<Element> found;
    while (!level.empty() && found.empty()) {
      std::vector<uint32_t> next;
      for (uint32_t user : level)
        for (const Dependence &each : dependences[user]) {
          if (candidate.contains(Element(each.on))) {
            if (!seen[each.on])
              next.push_back(each.on);
            seen[each.on] = true;
          } else if (enough.contains(Element(each.on))) {
            found.push_back(Element(each.on));
          }
        }
      level = std::move(next);
    }
    return found;
  }

  /// Returns the estimates that the dependences allow before the first test.
  /// The reduction begins with the elements that compute the values of the
  /// output.
  ElementPrior prior() const {
    Configuration values = sliceOf(false), reached = sliceOf(true);
    ElementPrior prior;
    for (uint32_t i = 0; i < trace.size(); ++i) {
      bool isValue = values.contains(Element(i));
      bool isReached = reached.contains(Element(i));
      prior.needed.push_back(isValue ? 0.5f : isReached ? 0.2f : 0.02f);
      prior.kinds.push_back(trace[i].statement * 3 + isValue + isReached);
    }
    prior.seed = values;
    return prior;
  }
  /// Returns the slice of the output over values and addresses.
  Configuration slice() const { return sliceOf(true); }

private:
  static constexpr uint32_t valueCells = 40, pointerCells = 12, outputs = 3;

  enum class Kind : uint8_t { Constant, Add, Load, Store, Point, Move };
  struct Event {
    Kind kind = Kind::Constant;
    uint32_t target = 0, source = 0;
    uint32_t constant = 0;
    uint32_t statement = 0;
  };
  struct Dependence {
    uint32_t on = 0;
    bool isAddress = false;
  };
  struct Ending {
    Outcome outcome = Outcome::Pass;
    /// The event that crashed, or the events that set the output.
    std::vector<uint32_t> place;
  };
  struct Cell {
    uint32_t value = 0;
    bool isPoison = true;
    std::optional<uint32_t> writer = {};
  };

  void draw(size_t events, std::mt19937 &random) {
    for (uint32_t i = 0; i < valueCells; ++i)
      trace.push_back({Kind::Constant, i, 0, uint32_t(random() % 1000), i});
    for (uint32_t i = 0; i < pointerCells; ++i)
      trace.push_back(
          {Kind::Point, i, 0, uint32_t(random() % valueCells), valueCells + i});
    constexpr uint32_t bodySize = 60;
    std::vector<Event> body;
    for (uint32_t i = 0; i < bodySize; ++i)
      body.push_back({Kind(random() % 6), uint32_t(random()),
                      uint32_t(random()), uint32_t(random() % 1000),
                      valueCells + pointerCells + i});
    for (uint32_t i = 0; trace.size() < events; ++i)
      if (random() % 3 != 0)
        trace.push_back(body[i % bodySize]);
  }

  Ending run(const Configuration &included, bool records) {
    std::vector<Cell> values(valueCells), pointers(pointerCells);
    for (Element element : included.members()) {
      auto index = static_cast<uint32_t>(element);
      const Event &event = trace[index];
      auto use = [&](const Cell &cell, bool isAddress) {
        if (records && cell.writer)
          dependences[index].push_back({*cell.writer, isAddress});
        return cell;
      };
      auto value = [&](uint32_t i) -> Cell & { return values[i % valueCells]; };
      auto pointer = [&](uint32_t i) -> Cell & {
        return pointers[i % pointerCells];
      };
      Cell result{event.constant, false, index};
      Cell *target = &value(event.target);
      switch (event.kind) {
      case Kind::Constant:
        break;
      case Kind::Add: {
        Cell a = use(*target, false), b = use(value(event.source), false);
        result.value = a.value + b.value;
        result.isPoison = a.isPoison || b.isPoison;
        break;
      }
      case Kind::Load:
      case Kind::Store: {
        bool loads = event.kind == Kind::Load;
        Cell place = use(pointer(loads ? event.source : event.target), true);
        if (place.isPoison)
          return {Outcome::Unresolved, {index}};
        Cell from = use(value(loads ? place.value : event.source), false);
        if (!loads)
          target = &value(place.value);
        result.value = from.value;
        result.isPoison = from.isPoison;
        break;
      }
      case Kind::Point:
        target = &pointer(event.target);
        break;
      case Kind::Move: {
        target = &pointer(event.target);
        Cell from = use(pointer(event.source), false);
        result.value = from.value + 1;
        result.isPoison = from.isPoison;
        break;
      }
      }
      *target = result;
    }
    Ending ending;
    uint32_t sum = 0;
    bool isPoison = false;
    for (uint32_t i = 0; i < outputs; ++i) {
      sum = sum * 31 + values[i].value;
      isPoison |= values[i].isPoison;
      if (values[i].writer)
        ending.place.push_back(*values[i].writer);
    }
    if (records) {
      expected = sum;
      criterion = ending.place;
    }
    ending.place = criterion;
    ending.outcome =
        !isPoison && sum == expected ? Outcome::Fail : Outcome::Pass;
    return ending;
  }

  Configuration sliceOf(bool addresses) const {
    Configuration slice = Configuration::empty(trace.size());
    std::vector<uint32_t> pending = criterion;
    while (!pending.empty()) {
      uint32_t event = pending.back();
      pending.pop_back();
      if (slice.contains(Element(event)))
        continue;
      slice.insert(Element(event));
      for (const Dependence &each : dependences[event])
        if (addresses || !each.isAddress)
          pending.push_back(each.on);
    }
    return slice;
  }

  std::vector<Event> trace;
  std::vector<std::vector<Dependence>> dependences;
  std::vector<uint32_t> criterion;
  uint32_t expected = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_REDUCTION_POINTERMACHINE_H

// Chooses values of variables that all engines must read alike.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Values.h"
#include "pinstripe/Program/ExpressionCompiler.h"
#include "pinstripe/Program/StatementVariables.h"
#include <map>
#include <random>

using namespace pinstripe;
using namespace pinstripe::conformance;

static constexpr size_t maxWatches = 100;

namespace {

/// A number that a statement reads or writes.
struct NumberPlace {
  LocationProgram location;
  bool isRead, isWritten;
};

} // namespace

static std::vector<NumberPlace>
numbersAt(ExpressionCompiler &compiler, const UnitTable &table, EntryId entry) {
  std::vector<NumberPlace> places;
  for (const StatementVariable &variable :
       variablesOf(table.unitOf(entry)).variables) {
    auto compiled =
        compiler.compile(variable.expression, table.entry(entry).address);
    if (!compiled)
      llvm::consumeError(compiled.takeError());
    else if (compiled->type->isNumber())
      places.push_back(
          {std::move(compiled->location), variable.isRead, variable.isWritten});
  }
  return places;
}

WatchList conformance::watchesFor(const UnitTable &table, const Trace &trace,
                                  unsigned seed) {
  std::mt19937 random(seed);
  ExpressionCompiler compiler(table);
  std::map<EntryId, std::vector<NumberPlace>> known;
  auto watches = std::make_shared<std::vector<Watch>>();
  for (size_t tries = 0; tries < 4 * maxWatches && trace.size() != 0; ++tries) {
    auto event = EventIndex(random() % trace.size());
    EntryId entry = trace.event(event).entry;
    auto [found, isNew] = known.try_emplace(entry);
    if (isNew)
      found->second = numbersAt(compiler, table, entry);
    for (const NumberPlace &place : found->second) {
      Watch watch;
      watch.places.push_back({entry, place.location});
      unsigned kind = random() % 4;
      if (kind < 2) {
        watch.instance = random() % 4;
      } else {
        watch.event = event;
        watch.isAfter = kind == 3;
      }
      // A variable that is not used may hold any value.
      bool isUsed = watch.isAfter ? place.isWritten : place.isRead;
      if (isUsed && watches->size() < maxWatches)
        watches->push_back(std::move(watch));
    }
  }
  return watches;
}

struct FrameNumbers::Known {
  explicit Known(const UnitTable &table) : table(table), compiler(table) {}
  const UnitTable &table;
  ExpressionCompiler compiler;
  std::map<EntryId, std::vector<MemoryValue>> places;
};

FrameNumbers::FrameNumbers(const UnitTable &table)
    : known(std::make_unique<Known>(table)) {}
FrameNumbers::~FrameNumbers() = default;

llvm::ArrayRef<MemoryValue> FrameNumbers::at(EntryId entry) {
  auto [found, isNew] = known->places.try_emplace(entry);
  if (!isNew)
    return found->second;
  for (const NumberPlace &number :
       numbersAt(known->compiler, known->table, entry)) {
    const LocationProgram &location = number.location;
    bool isPlain = location.steps.size() == 1 && location.size <= 8 &&
                   location.steps[0].kind == LocationStep::Kind::Frame;
    if (isPlain)
      found->second.push_back({true,
                               static_cast<uint64_t>(location.steps[0].number),
                               static_cast<uint8_t>(location.size), 0});
  }
  return found->second;
}

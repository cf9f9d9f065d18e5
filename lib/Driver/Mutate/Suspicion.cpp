// Tells how suspect each statement is, from slices of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Mutate/Suspicion.h"
#include "Slice/OutputSlices.h"
#include "pinstripe/Program/GluedUnits.h"
#include <cmath>

using namespace pinstripe;

/// The number of a statement says how suspect it is. If the statement is far
/// from the wrong line of output, its number is reduced by at most this share.
/// The share is so small that the distance only decides between statements
/// which are equally suspect otherwise.
static constexpr double weightOfDistance = 0.05;

namespace {

/// How many slices of the output contain a statement, and how near the
/// statement is to the first wrong line of the output.
struct Counts {
  double wrong = 0;
  size_t right = 0;
  uint32_t distance = ~uint32_t(0);
};

} // namespace

double pinstripe::ochiaiCoefficient(double wrong, double right) {
  return wrong == 0 ? 0 : wrong / std::sqrt(wrong + right);
}

Suspicions pinstripe::suspicionsOf(const UnitTable &table, const Trace &trace,
                                   const OutputSlices &slices) {
  std::vector<Counts> counts(table.units.size());
  auto countsOf = [&](EventIndex event) -> Counts & {
    return counts[static_cast<size_t>(table.entry(trace.entryOf(event)).unit)];
  };
  for (EventIndex event : slices.wrong) {
    Counts &unit = countsOf(event);
    unit.wrong = std::max(unit.wrong, weightOfDecision);
    unit.distance =
        std::min(unit.distance, slices.distances[static_cast<size_t>(event)]);
  }
  for (EventIndex event : slices.wrongData)
    countsOf(event).wrong = 1;
  std::vector<size_t> lastSlice(table.units.size(), ~size_t(0));
  for (size_t i = 0; i != slices.right.size(); ++i)
    for (EventIndex event : slices.right[i]) {
      UnitId unit = table.entry(trace.entryOf(event)).unit;
      if (lastSlice[static_cast<size_t>(unit)] == i)
        continue;
      lastSlice[static_cast<size_t>(unit)] = i;
      ++counts[static_cast<size_t>(unit)].right;
    }
  Suspicions suspicions(counts.size());
  for (size_t i = 0; i != counts.size(); ++i) {
    const auto &[wrong, right, distance] = counts[i];
    double nearness = 1.0 / (1 + static_cast<double>(distance));
    suspicions[i] = ochiaiCoefficient(wrong, static_cast<double>(right)) *
                    (1 - weightOfDistance * (1 - nearness));
  }
  // A glued statement has no events of its own. It is executed together with
  // another statement, its host.
  for (auto [unit, host] : gluedUnits(table))
    suspicions[static_cast<size_t>(unit)] =
        suspicions[static_cast<size_t>(host)];
  return suspicions;
}

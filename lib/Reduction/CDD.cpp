// Implements counter-based delta debugging (Zhang et al., 2025).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CDD.h"

#include <algorithm>
#include <cmath>

using namespace pinstripe;

static double probabilityFor(size_t count) {
  return 2.0 / std::max<size_t>(count, 4);
}

/// Returns how many elements a test should remove if each is needed with
/// probability p. The expected gain s * (1 - p)^s of removing s elements is
/// largest for s = 1 / p.
static size_t sizeFor(double p) {
  // Rounding can make 1 / p slightly less than the exact number of elements.
  // The tolerance keeps the result from becoming one too small.
  constexpr double tolerance = 1e-9;
  return std::max(1.0, 1 / p + tolerance);
}

static double nextProbability(double p) { return p / (1 - std::exp(-1.0)); }

CDD::CDD(Configuration start) : CDD(start, probabilityFor(start.count())) {}

CDD::CDD(Configuration start, double p0) : Reducer(std::move(start)), p(p0) {
  order.assign(best().members().begin(), best().members().end());
  end = order.size();
  size = sizeFor(p);
}

/// Begins the next round if this round has tried all ranges of `size`
/// consecutive elements, and ends the rounds if `size` was 1.
void CDD::settle() {
  if (end > 0 || isSwept())
    return;
  if (size == 1 || order.empty()) {
    size = 0;
    return;
  }
  // The next round must remove fewer elements in one test. With the same
  // number, it would repeat the tests of this round.
  for (size_t previous = size; size == previous; size = sizeFor(p))
    p = nextProbability(p);
  end = order.size();
}

std::optional<Configuration> CDD::next() {
  settle();
  if (!isSwept()) {
    size_t count = std::min(size, end);
    return best().without(llvm::ArrayRef(order).slice(end - count, count));
  }
  if (std::optional<Element> element = sweep.next(best()))
    return best().without(*element);
  certify();
  return std::nullopt;
}

void CDD::learn(Outcome outcome) {
  if (isSwept()) {
    sweep.learn(outcome);
    return;
  }
  size_t count = std::min(size, end);
  end -= count;
  if (outcome == Outcome::Fail)
    order.erase(order.begin() + end, order.begin() + end + count);
}

llvm::StringRef CDD::phase() const {
  return isSwept() || (end == 0 && size == 1) ? "sweep" : "removal";
}

std::optional<size_t> CDD::testsLeft() const {
  size_t left = sweep.testsLeft(best().count());
  if (isSwept())
    return left;
  left += (end + size - 1) / size;
  double ahead = p;
  for (size_t s = size; s > 1;) {
    ahead = nextProbability(ahead);
    if (sizeFor(ahead) == s)
      continue;
    s = sizeFor(ahead);
    left += (order.size() + s - 1) / s;
  }
  return left;
}

// Implements simpledd, a binary search for a single cause (Zeller, 1999).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SimpleDD.h"

#include "llvm/Support/MathExtras.h"

using namespace pinstripe;

SimpleDD::SimpleDD(Configuration start) : Reducer(std::move(start)) {
  current.assign(best().members().begin(), best().members().end());
}

std::optional<Configuration> SimpleDD::next() {
  Configuration candidate = Configuration::of(
      best().universe(),
      llvm::ArrayRef(current).take_front((current.size() + 1) / 2));
  if (!isDone && candidate != best())
    return candidate;
  if (best().count() == 1)
    // A configuration of a single element is 1-minimal (no single element can
    // be removed), since the empty configuration is known not to FAIL.
    certify();
  return std::nullopt;
}

void SimpleDD::learn(Outcome outcome) {
  if (current.size() == 1) {
    isDone = true;
    return;
  }
  size_t half = (current.size() + 1) / 2;
  if (outcome == Outcome::Fail)
    current.resize(half);
  else
    current.erase(current.begin(), current.begin() + half);
}

std::optional<size_t> SimpleDD::testsLeft() const {
  if (isDone || current.size() == best().count())
    return isDone || current.size() < 2 ? 0
                                        : llvm::Log2_64_Ceil(current.size());
  return llvm::Log2_64_Ceil(current.size()) + 1;
}

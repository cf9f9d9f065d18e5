// Implements probabilistic delta debugging (Wang et al., 2021).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProbDD.h"

#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

ProbDD::ProbDD(Configuration start, double p) : Reducer(std::move(start)) {
  for (Element element : best().members())
    undecided.push_back({element, p});
}

/// Chooses the elements that the next test removes. The undecided elements are
/// sorted by the probability that they are needed. The test removes the first i
/// of them, where i makes the expected gain largest.
void ProbDD::choose() {
  llvm::sort(undecided, [](const Candidate &a, const Candidate &b) {
    return a.p != b.p ? a.p < b.p : a.element > b.element;
  });
  double gain = 0;
  chosenNone = 1;
  for (chosen = 0; chosen < undecided.size(); ++chosen) {
    double none = chosenNone * (1 - undecided[chosen].p);
    if ((chosen + 1) * none < gain)
      return;
    gain = (chosen + 1) * none;
    chosenNone = none;
  }
}

std::optional<Configuration> ProbDD::next() {
  if (chosen == 0)
    choose();
  if (chosen > 0) {
    Configuration candidate = best();
    for (size_t i = 0; i < chosen; ++i)
      candidate.erase(undecided[i].element);
    return candidate;
  }
  if (std::optional<Element> element = sweep.next(best()))
    return best().without(*element);
  certify();
  return std::nullopt;
}

void ProbDD::learn(Outcome outcome) {
  if (chosen == 0) {
    sweep.learn(outcome);
    return;
  }
  if (outcome == Outcome::Fail || chosen == 1)
    undecided.erase(undecided.begin(), undecided.begin() + chosen);
  else
    for (size_t i = 0; i < chosen; ++i)
      undecided[i].p /= 1 - chosenNone;
  chosen = 0;
}

llvm::StringRef ProbDD::phase() const {
  return chosen > 0 ? "removal" : "sweep";
}

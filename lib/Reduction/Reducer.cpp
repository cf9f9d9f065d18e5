// Defines what all reduction algorithms have in common: the caller asks for the
// next configuration to test, and then tells its outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Reducer.h"

#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

llvm::StringRef pinstripe::minimalityName(Minimality minimality) {
  switch (minimality) {
  case Minimality::None:
    return "none";
  case Minimality::OneMinimal:
    return "1-minimal";
  case Minimality::OneMinimalDifference:
    return "1-minimal difference";
  case Minimality::OneMaximal:
    return "1-maximal";
  }
  llvm_unreachable("not a minimality");
}

Reducer::~Reducer() = default;

std::optional<Configuration> Reducer::ask() {
  if (!asked)
    asked = next();
  assert((!asked || range == CandidateRange::Start ||
          (best().contains(*asked) && *asked != best())) &&
         "a candidate is a proper subset of the best configuration");
  assert((!asked || asked->count() < startCount) &&
         "a candidate is a proper subset of the start");
  return asked;
}

void Reducer::tell(Outcome outcome) {
  assert(asked && "tell answers ask");
  if (outcome == Outcome::Fail && asked->count() < smallest.count())
    smallest = std::move(*asked);
  asked.reset();
  learn(outcome);
}

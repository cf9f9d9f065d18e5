// Implements the predicate --same-exit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SameExit.h"

using namespace pinstripe;

namespace {

class SameExit : public Predicate {
public:
  explicit SameExit(const RunResult &recorded) : expected(recorded.ending) {}
  std::string description() const override { return "--same-exit"; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    return isSameEnding(expected, result.ending) ? Outcome::Fail
                                                 : Outcome::Pass;
  }

private:
  Ending expected;
};

} // namespace

std::unique_ptr<Predicate>
pinstripe::createSameExit(const RunResult &recorded) {
  return std::make_unique<SameExit>(recorded);
}

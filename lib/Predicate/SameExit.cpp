//===- SameExit.cpp - --same-exit -----------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SameExit.h"

using namespace pinstripe;

static bool endedAlike(const Ending &recorded, const Ending &ending) {
  if (const auto *exited = std::get_if<Exited>(&recorded)) {
    const auto *now = std::get_if<Exited>(&ending);
    return now && now->status == exited->status;
  }
  const auto *crashed = std::get_if<Crashed>(&recorded);
  const auto *now = std::get_if<Crashed>(&ending);
  return crashed && now && now->signal == crashed->signal;
}

namespace {

class SameExit : public Predicate {
public:
  explicit SameExit(const RunResult &recorded) : expected(recorded.ending) {}
  std::string description() const override { return "--same-exit"; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    return endedAlike(expected, result.ending) ? Outcome::Fail : Outcome::Pass;
  }

private:
  Ending expected;
};

} // namespace

std::unique_ptr<Predicate>
pinstripe::createSameExit(const RunResult &recorded) {
  return std::make_unique<SameExit>(recorded);
}

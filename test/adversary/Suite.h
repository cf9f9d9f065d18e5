//===- Suite.h - A program that means harm, many times ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_ADVERSARY_SUITE_H
#define PINSTRIPE_TEST_ADVERSARY_SUITE_H

#include "../conformance/RandomPlans.h"
#include "Inspector.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include <map>
#include <memory>

namespace pinstripe::adversary {

struct Options {
  std::string engine = "native";
  unsigned runs = 200;
  unsigned seed = 1;
  std::optional<unsigned> onlyRun;
  /// For the world.
  std::string folder = ".";
  /// Without containment, in a sandbox around the whole test only.
  bool isUnconfined = false;
  /// Says what came of each run.
  bool isVerbose = false;
  std::string program;
};

/// Records the program, executes it in part at random and looks at the world
/// after each run; now and then in full, which must be as recorded.
class Suite {
public:
  Suite(const Options &options, const World &world, const UnitTable &table)
      : options(options), world(world), table(table), inspector(world) {}

  llvm::Error run();
  bool failed() const { return failures != 0; }

private:
  llvm::Error prepareRun() const;
  llvm::Error record();
  llvm::Error tryAll();
  llvm::Error tryPlan(const conformance::Plan &plan);
  llvm::Error tryFull(const conformance::Policy &policy);
  conformance::Plan planOf(const conformance::RandomPlans &plans,
                           unsigned number) const;
  llvm::Expected<RunResult> execute(const conformance::Plan &plan);
  LaunchSpec specFor(const conformance::Plan &plan) const;
  void judge(const std::string &name, const RunResult &result);
  void inspect(const std::string &name);
  void complain(const llvm::Twine &what);
  void summarize() const;

  std::shared_ptr<Sandbox> sandbox; ///< null: unconfined
  const Options &options;
  const World &world;
  const UnitTable &table;
  Inspector inspector;
  std::unique_ptr<ExecutionEngine> engine;
  Recording reference;
  std::map<std::string, unsigned> endings;
  unsigned failures = 0, engineErrors = 0, executions = 0;
  double slowest = 0;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_SUITE_H

// Executes a harmful program many times, and inspects the host after each run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_ADVERSARYSUITE_H
#define PINSTRIPE_TEST_ADVERSARY_ADVERSARYSUITE_H

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
  /// The folder in which the files that the program must not touch are made.
  std::string folder = ".";
  /// True if runs are executed without containment. Only allowed if the whole
  /// test is in a sandbox.
  bool isUnconfined = false;
  /// True if the result of each run is printed.
  bool isVerbose = false;
  std::string program;
};

/// Records the program, executes it in part at random, and inspects the host
/// after each run. Now and then executes the full configuration, which must do
/// what was recorded.
class AdversarySuite {
public:
  AdversarySuite(const Options &options, const TestWorld &world,
                 const UnitTable &table)
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

  std::shared_ptr<Sandbox> sandbox; ///< null if runs are not contained
  const Options &options;
  const TestWorld &world;
  const UnitTable &table;
  Inspector inspector;
  std::unique_ptr<ExecutionEngine> engine;
  Recording reference;
  std::map<std::string, unsigned> endings;
  unsigned failures = 0, engineErrors = 0, executions = 0;
  double slowest = 0;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_ADVERSARYSUITE_H

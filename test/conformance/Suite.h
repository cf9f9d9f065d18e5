// Executes one program with all engines and compares their results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_SUITE_H
#define PINSTRIPE_TEST_CONFORMANCE_SUITE_H

#include "Options.h"
#include "RandomPlans.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include <map>
#include <memory>

namespace pinstripe::conformance {

struct NamedEngine {
  std::string name;
  std::unique_ptr<ExecutionEngine> engine;
  /// The engine takes part in every n-th random plan, where n is this number.
  unsigned every = 1;
  double wallLimitSeconds = 20;
  /// True if the engine is a debugger. Its results may vary from run to run.
  bool isDebugger = false;
  /// The engine's rank by the cost of its hooks. Of two engines, only the
  /// slower one may run out of time in a run that the other one finishes.
  unsigned slowness = 0;
  /// The totals of all partial executions by this engine.
  unsigned runs = 0;
  double seconds = 0;
  uint64_t hits = 0;
};

/// Records and executes one program with all engines. The first engine is the
/// reference for plans in which it takes part.
class Suite {
public:
  Suite(const UnitTable &table, const LaunchSpec &launch,
        const Options &options, std::vector<NamedEngine> engines,
        std::string scratch)
      : table(table), launch(launch), options(options),
        engines(std::move(engines)), scratch(std::move(scratch)) {}

  llvm::Error run();
  bool failed() const { return failures != 0; }

private:
  using Participants = std::vector<NamedEngine *>;

  llvm::Error record();
  llvm::Error recordStores();
  llvm::Error compareWithPlainRun();
  llvm::Error recordAgain(Poison poison);
  llvm::Error tryPlan(const Plan &plan, const Participants &participants);
  llvm::Error tryExtremes();
  llvm::Error tryFullGuarded();
  llvm::Error tryRandomPlans();
  llvm::Expected<RunResult> execute(NamedEngine &engine, const Plan &plan,
                                    double factor = 1);
  llvm::Expected<bool> agree(NamedEngine &a, NamedEngine &b, const Plan &plan,
                             RunResult &fromA, RunResult &fromB);
  llvm::Expected<bool> isUnstable(NamedEngine &engine, const Plan &plan,
                                  const RunResult &own, const RunResult &other);
  std::string differentValue(const RunResult &a, const RunResult &b) const;
  llvm::Error explain(NamedEngine &a, NamedEngine &b, Plan plan);
  LaunchSpec specFor(const Policy &policy) const;
  void complain(const llvm::Twine &what);
  void summarize() const;

  const UnitTable &table;
  LaunchSpec launch;
  const Options &options;
  std::vector<NamedEngine> engines;
  std::string scratch;
  Recording reference;
  std::map<std::string, unsigned> endings;
  unsigned failures = 0;
  /// The number of plans that only the faster engine finished in time, and of
  /// plans whose result varies under one engine.
  unsigned undecided = 0, unstable = 0;
};

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_SUITE_H

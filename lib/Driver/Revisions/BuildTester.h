// Tests a state of the source: builds it, runs the program, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_BUILDTESTER_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_BUILDTESTER_H

#include "RevisionJudge.h"
#include "SourceBuilder.h"
#include "pinstripe/Driver/Revisions/RevisionSearch.h"

namespace pinstripe {

/// The result of building and running a state of the source.
struct ObservedState {
  BuildResult build;
  /// The result of the run; nullopt if the state could not be built, or if the
  /// program could not be started.
  std::optional<RunResult> run;
  /// The reason why the program could not be started, although the build
  /// succeeded; empty if there is none.
  std::string notStarted;
};

/// A lane, which builds states and runs the program in a folder of its own.
/// Several lanes can work at the same time.
class BuildLane {
public:
  /// Makes the lane number `number`. The lane reads states of the source from
  /// its own store of git objects. This store is in `storeFolder`, and also
  /// reads the objects in `objectFolders`.
  static llvm::Expected<std::unique_ptr<BuildLane>>
  create(const BuildPlan &plan, const std::string &folder, unsigned number,
         const std::string &storeFolder,
         llvm::ArrayRef<std::string> objectFolders);

  /// Builds a state. If the build succeeds, runs the program. Returns an
  /// InterruptedError soon after `stop` is set.
  llvm::Expected<ObservedState> observe(const StateId &state, bool isClean,
                                        const std::atomic<bool> &stop);
  /// Runs the program of the last build once more.
  llvm::Expected<ObservedState> runAgain(const std::atomic<bool> &stop);

  std::string logFile() const { return builder.logFile(); }

private:
  BuildLane(const BuildPlan &plan, std::string folder, SourceStore store,
            SourceBuilder builder)
      : plan(plan), folder(std::move(folder)), store(std::move(store)),
        builder(std::move(builder)) {}
  llvm::Expected<std::string> programPath(ObservedState &observed) const;
  llvm::Error run(ObservedState &observed, const std::atomic<bool> &stop);

  const BuildPlan &plan;
  std::string folder;
  SourceStore store;
  SourceBuilder builder;
};

/// Tests one state of the source: the state that the materials (what
/// distinguishes one test from others) name. If the state can't be built, the
/// test is UNRESOLVED (can't be judged) with the cause "build".
class BuildTester : public RunTester {
public:
  BuildTester(std::unique_ptr<BuildLane> lane, RevisionJudge judge)
      : lane(std::move(lane)), judge(std::move(judge)) {}
  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  std::unique_ptr<BuildLane> lane;
  RevisionJudge judge;
};

/// Judges the result of building and running a state.
llvm::Expected<TestedRun> judgeState(RevisionJudge &judge,
                                     const ObservedState &observed);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_BUILDTESTER_H

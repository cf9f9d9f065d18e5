// Tests a state of the source: builds it, runs the program, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuildTester.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<BuildLane>>
BuildLane::create(const BuildPlan &plan, const std::string &folder,
                  unsigned number, const std::string &storeFolder,
                  llvm::ArrayRef<std::string> objectFolders) {
  std::string own = folder + "/lane-" + std::to_string(number);
  if (std::error_code code = llvm::sys::fs::create_directories(own))
    return cannotWrite(own, code.value());
  llvm::Expected<SourceStore> store = SourceStore::open(storeFolder);
  if (!store)
    return store.takeError();
  for (const std::string &objects : objectFolders)
    if (llvm::Error error = store->readAlso(objects))
      return error;
  llvm::Expected<SourceBuilder> builder =
      SourceBuilder::create(own, plan.command, plan.buildLimitSeconds);
  if (!builder)
    return builder.takeError();
  return std::unique_ptr<BuildLane>(
      new BuildLane(plan, own, std::move(*store), std::move(*builder)));
}

llvm::Expected<ObservedState>
BuildLane::observe(const StateId &state, bool isClean,
                   const std::atomic<bool> &stop) {
  ObservedState observed;
  if (llvm::Error error =
          builder.build(store, state, isClean || plan.cleanBuilds, stop)
              .moveInto(observed.build))
    return error;
  if (observed.build.isBuilt)
    if (llvm::Error error = run(observed, stop))
      return error;
  return observed;
}

llvm::Expected<ObservedState>
BuildLane::runAgain(const std::atomic<bool> &stop) {
  ObservedState observed;
  observed.build.isBuilt = true;
  if (llvm::Error error = run(observed, stop))
    return error;
  return observed;
}

/// Returns the absolute path of the program. If the build has made no program,
/// stores that in `observed`.
llvm::Expected<std::string>
BuildLane::programPath(ObservedState &observed) const {
  llvm::StringRef name = plan.launch.program;
  llvm::SmallString<256> path(name);
  if (name.contains('/'))
    llvm::sys::fs::make_absolute(builder.sourceFolder(), path);
  llvm::Expected<std::string> found = findExecutable(path);
  if (found)
    return found;
  llvm::consumeError(found.takeError());
  observed.notStarted = "the build makes no program " + name.str();
  return "";
}

/// In a text, replaces the path of this lane's folder by a path that is the
/// same for all lanes. A program may print the path of its source, and its
/// output must not depend on the lane.
static void replaceFolder(std::string &text, llvm::StringRef folder) {
  constexpr llvm::StringLiteral common = "/source";
  for (size_t at = text.find(folder); at != std::string::npos;
       at = text.find(folder, at + common.size()))
    text.replace(at, folder.size(), common.str());
}

llvm::Error BuildLane::run(ObservedState &observed,
                           const std::atomic<bool> &stop) {
  LaunchSpec launch = plan.launch;
  if (llvm::Error error = programPath(observed).moveInto(launch.program))
    return error;
  if (!observed.notStarted.empty())
    return llvm::Error::success();
  launch.workingDirectory = builder.sourceFolder();
  RunPlace place;
  if (plan.isConfined) {
    // Each run gets a new sandbox. A sandbox that exists already would not show
    // changes that a build has made to the files in its folder.
    SandboxSpec sandbox;
    sandbox.workingDirectory = builder.sourceFolder();
    sandbox.writablePaths = plan.writablePaths;
    sandbox.clockStart = plan.clockStart;
    if (llvm::Error error = confine(place, sandbox))
      return error;
  }
  llvm::Expected<RunResult> result =
      ServedRuns(place).make(launch, plan.input, {}, stop);
  if (result.errorIsA<TargetError>()) {
    observed.notStarted = llvm::toString(result.takeError());
    return llvm::Error::success();
  }
  if (!result)
    return result.takeError();
  replaceFolder(result->standardOutput, builder.sourceFolder());
  replaceFolder(result->standardError, builder.sourceFolder());
  observed.run = std::move(*result);
  return llvm::Error::success();
}

llvm::Expected<TestedRun> pinstripe::judgeState(RevisionJudge &judge,
                                                const ObservedState &observed) {
  TestedRun tested;
  if (!observed.build.isBuilt) {
    tested.cause = "build";
    tested.ending = observed.build.error;
  } else if (!observed.run) {
    tested.cause = "build";
    tested.ending = observed.notStarted;
  } else if (llvm::Error error = judge.judge(*observed.run).moveInto(tested)) {
    return error;
  }
  tested.seconds += observed.build.seconds;
  return tested;
}

llvm::Expected<TestedRun> BuildTester::test(const Materials &materials,
                                            const std::atomic<bool> &givenUp) {
  llvm::Expected<ObservedState> observed =
      lane->observe(StateId{*materials.sourceState}, false, givenUp);
  if (observed.errorIsA<InterruptedError>()) {
    llvm::consumeError(observed.takeError());
    return TestedRun();
  }
  if (!observed)
    return observed.takeError();
  return judgeState(judge, *observed);
}

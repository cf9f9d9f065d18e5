// Makes runs of a program from materials, and lets a predicate judge them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The materials of a run are what it is made of, such as its input and its
// arguments.

#ifndef PINSTRIPE_CIRCUMSTANCE_PROGRAMTESTER_H
#define PINSTRIPE_CIRCUMSTANCE_PROGRAMTESTER_H

#include "pinstripe/Case/ActionRuns.h"
#include "pinstripe/Case/ServedRuns.h"
#include "pinstripe/Circumstance/RunTester.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Says how a program is run, apart from the materials that differ from run to
/// run. The program may be any executable or script.
struct ProgramSetting {
  LaunchSpec launch;
  /// The sandbox of the runs; nullopt if they have none.
  std::optional<SandboxSpec> sandbox;
  /// The terminal or display in which the actions of a user are replayed;
  /// nullopt if runs have no actions. If it is set, the standard input in the
  /// materials is a list of actions (see parseActions), not a text for the
  /// program, and ActionRuns makes the runs.
  std::optional<ActionSetting> user = {};
  /// The path of a folder for temporary files. Each lane (a thread that makes
  /// tests) has a folder inside.
  std::string scratchDirectory;
};

/// Makes runs of a program in a folder and a sandbox that no other object uses.
class ProgramRuns {
public:
  /// Creates the folder in which these runs are made. `name` is the name of the
  /// folder. It lies in the scratch directory, which holds temporary files.
  static llvm::Expected<std::unique_ptr<ProgramRuns>>
  create(const ProgramSetting &setting, llvm::StringRef name);

  /// Makes a run. Returns an InterruptedError soon after `stop` is set. The
  /// paths of the files in `materials` must be the same in all runs. Without a
  /// sandbox, these files must be below the working directory. The program then
  /// runs in a folder of its own, with links to all other files of the working
  /// directory.
  llvm::Expected<RunResult> make(const Materials &materials,
                                 const std::atomic<bool> &stop);
  const std::string &folder() const { return ownFolder; }

private:
  ProgramRuns(const ProgramSetting &setting, const RunPlace &place,
              std::string folder)
      : launch(setting.launch), user(setting.user), runs(place),
        actionRuns(place), ownFolder(std::move(folder)) {}
  llvm::Error makeView(const Materials &materials);
  llvm::Expected<RunResult> run(const LaunchSpec &made, llvm::StringRef input,
                                llvm::ArrayRef<ProvidedFile> files,
                                const std::atomic<bool> &stop);

  LaunchSpec launch;
  std::optional<ActionSetting> user;
  ServedRuns runs;
  ActionRuns actionRuns;
  std::string ownFolder;
  /// The working directory of runs that have no sandbox but materials with
  /// files. It has links to all other files of the user's working directory.
  /// Empty if there is no such folder.
  std::string view;
  bool isConfined = false;
};

/// A RunTester that judges the runs of a program by a predicate.
class ProgramTester : public RunTester {
public:
  /// Makes the tester of a lane, which is one of the workers that make tests in
  /// parallel. `recorded` is the failing run, with which the predicate compares
  /// all others. If `stop` becomes true, tests end early. `recorded` and `stop`
  /// must outlive the tester.
  static llvm::Expected<std::unique_ptr<RunTester>>
  create(const ProgramSetting &setting, const PredicateSpec &predicate,
         const RunResult &recorded, unsigned lane,
         const std::atomic<bool> &stop);

  llvm::Expected<TestedRun> test(const Materials &materials,
                                 const std::atomic<bool> &givenUp) override;

private:
  ProgramTester(std::unique_ptr<ProgramRuns> runs,
                std::unique_ptr<Predicate> predicate, const RunResult &recorded)
      : runs(std::move(runs)), predicate(std::move(predicate)),
        recorded(recorded) {}

  std::unique_ptr<ProgramRuns> runs;
  std::unique_ptr<Predicate> predicate;
  const RunResult &recorded;
};

/// Returns a test with the given outcome. If the outcome is UNRESOLVED,
/// `result` tells the cause.
TestedRun testedRun(Outcome outcome, const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_PROGRAMTESTER_H

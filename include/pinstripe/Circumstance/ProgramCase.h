// States how a program is run in a search, and how it fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_PROGRAMCASE_H
#define PINSTRIPE_CIRCUMSTANCE_PROGRAMCASE_H

#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Circumstance/StoredOutcomes.h"
#include "pinstripe/Circumstance/TestLanes.h"
#include "pinstripe/Circumstance/TesterSource.h"
#include "pinstripe/Result/SearchSummary.h"
#include "pinstripe/Store/CaseDirectory.h"
#include <functional>

namespace pinstripe {

/// Holds the user's choices: the program, how it fails, and how to search.
struct ProgramCaseOptions {
  /// The program and its arguments, as the user has typed them.
  std::vector<std::string> words;
  /// Variables that runs have in addition to the user's environment, as
  /// NAME=VALUE.
  std::vector<std::string> environment;
  PredicateSpec predicate;
  /// The path of a program that does the right thing with the same arguments
  /// and input; empty if there is none.
  std::string reference;
  /// The path of a file with the output that every run should print; empty if
  /// there is none. Predicates decide which runs fail, unless this file or
  /// `reference` is given.
  std::string expectedOutput;
  ContainmentOptions containment;
  /// The terminal or display in which the actions of a user are replayed;
  /// nullopt if runs have no actions.
  std::optional<ActionSetting> user = {};
  double wallLimitSeconds = 10;
  /// How many runs must fail before the search begins.
  unsigned repeat = 3;
  /// The path of the folder in which tests are stored.
  std::string directory = CaseDirectory::defaultName.str();
  /// True if the stored tests of earlier searches are to be deleted.
  bool fresh = false;
  unsigned lanes = 0; ///< The number of runs at once; 0 for the default.
  /// Makes lanes (workers that make tests) in other processes; may be null. If
  /// it is set, `lanes` is ignored: there are as many lanes as this source has,
  /// and one of this process.
  std::shared_ptr<TesterSource> others = nullptr;
  /// Called with notes for the user. May be empty.
  std::function<void(llvm::StringRef)> say;
};

/// A program that fails, ready for a search in a circumstance of its failure,
/// such as its input. The program may be any executable or script.
class ProgramCase {
public:
  /// Finds the program, locks the folder for tests, and plans the sandbox of
  /// the runs.
  static llvm::Expected<std::unique_ptr<ProgramCase>>
  create(ProgramCaseOptions options);

  /// Runs the program several times with `materials`, everything that its
  /// failure depends on. Must be called before the other functions. Returns a
  /// ReproductionError if the runs differ, or if the reference does the same as
  /// the program. Returns a UsageError if the predicate can't be used for the
  /// run.
  llvm::Error observe(const Materials &materials,
                      const std::atomic<bool> &stop);
  /// Returns the result of the failing run.
  const RunResult &recorded() const { return program.recorded; }
  /// Returns the predicates, each written as an option of the command line.
  const std::vector<std::string> &predicates() const { return thePredicates; }

  /// Makes a tester whose runs are made by this process. `number` names the
  /// folder in which its tests are made. `stop` and this object must outlive
  /// the tester.
  llvm::Expected<std::unique_ptr<RunTester>>
  tester(unsigned number, const std::atomic<bool> &stop) const;
  /// Returns how many lanes (threads that make tests) the user wants, and how
  /// their testers are made. `stop` and this object must outlive these testers.
  TesterChoice testers(const std::atomic<bool> &stop) const;
  /// Opens the stored tests of earlier searches of the same program.
  /// `circumstance` is a text that tells the tests of one kind of search from
  /// those of others.
  llvm::Expected<std::unique_ptr<StoredOutcomes>>
  openMemory(llvm::StringRef circumstance) const;

  /// Begins a search: opens the stored tests as `openMemory` does, and tells
  /// the user how many there are. Describes the program and its failure in
  /// `summary`. Must be called after `observe`.
  llvm::Expected<std::unique_ptr<StoredOutcomes>>
  beginSearch(llvm::StringRef circumstance, SearchSummary &summary) const;

  const ProgramSetting &setting() const { return program.setting; }

private:
  ProgramCase(ProgramCaseOptions options, CaseDirectory directory)
      : options(std::move(options)), directory(std::move(directory)) {}
  llvm::Error prepare();
  llvm::Error prepareRightRuns();
  llvm::Error compareWithReference(const Materials &materials,
                                   const std::atomic<bool> &stop);
  llvm::Error compareWith(const RunResult &right);
  void limitRuns();
  llvm::Error repeatRuns(const Materials &materials,
                         const std::atomic<bool> &stop);
  llvm::Expected<std::string> conditions(llvm::StringRef circumstance) const;

  ProgramCaseOptions options;
  CaseDirectory directory;
  FailingProgram program;
  LimitOptions limits;
  /// Everything that the failing run was made of. Set only if other processes
  /// make tests, too, since they need it.
  Materials failing;
  std::vector<std::string> thePredicates;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_PROGRAMCASE_H

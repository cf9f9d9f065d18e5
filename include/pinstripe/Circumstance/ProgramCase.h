// States how a program is run in a search, and what its failure is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_PROGRAMCASE_H
#define PINSTRIPE_CIRCUMSTANCE_PROGRAMCASE_H

#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Circumstance/ReferenceTester.h"
#include "pinstripe/Circumstance/StoredOutcomes.h"
#include "pinstripe/Result/SearchSummary.h"
#include "pinstripe/Store/CaseDirectory.h"
#include <functional>

namespace pinstripe {

/// What the user has stated about the program and its failure.
struct ProgramCaseOptions {
  /// The program, as the user has typed it, and its arguments.
  std::vector<std::string> words;
  /// Variables to be added to the environment, as NAME=VALUE.
  std::vector<std::string> environment;
  PredicateSpec predicate;
  /// Another program that does what is right; empty if there is none.
  std::string reference;
  /// A file with the output that every run should print; empty if there is
  /// none. Without `reference` and this file, predicates decide.
  std::string expectedOutput;
  ContainmentOptions containment;
  /// Where the actions of the user are made; nullopt if runs have none.
  std::optional<ActionSetting> user = {};
  double wallLimitSeconds = 10;
  /// How many runs of the failing program must fail.
  unsigned repeat = 3;
  /// The folder in which tests are stored.
  std::string directory = CaseDirectory::defaultName.str();
  bool fresh = false; ///< True if tests of earlier searches are forgotten.
  unsigned lanes = 0; ///< How many runs are made at once; 0 for the usual.
  /// Receives notes for the user. May be empty.
  std::function<void(llvm::StringRef)> say;
};

/// A program that fails, ready for a search of one of its circumstances. The
/// program may be any executable or script.
class ProgramCase {
public:
  /// Finds the program, locks the folder for tests, and plans the sandbox.
  static llvm::Expected<std::unique_ptr<ProgramCase>>
  create(ProgramCaseOptions options);

  /// Runs the program several times with everything that its failure depends
  /// on. Must be called first. Returns a ReproductionError if the runs differ,
  /// or if the reference does the same as the program, and a UsageError if the
  /// predicate can't be used for the run.
  llvm::Error observe(const Materials &failing, const std::atomic<bool> &stop);
  /// Returns how the failing run came out.
  const RunResult &recorded() const { return theRecorded; }
  /// Returns the predicates as options of the command line.
  const std::vector<std::string> &predicates() const { return thePredicates; }

  /// Returns a function that makes the testers of lanes. `stop` and this object
  /// must outlive it.
  TesterFactory testers(const std::atomic<bool> &stop) const;
  unsigned lanes() const;
  /// Opens the memory of earlier searches of the same program. `circumstance`
  /// is a text that tells searches of other kinds apart.
  llvm::Expected<std::unique_ptr<StoredOutcomes>>
  openMemory(llvm::StringRef circumstance) const;

  /// Begins a search: opens the memory as `openMemory` does, and tells the user
  /// how many tests are known. Notes in `summary` what the program is, and how
  /// it fails. To be called after `observe`.
  llvm::Expected<std::unique_ptr<StoredOutcomes>>
  beginSearch(llvm::StringRef circumstance, SearchSummary &summary) const;

  const ProgramSetting &setting() const { return theSetting; }

private:
  ProgramCase(ProgramCaseOptions options, CaseDirectory directory)
      : options(std::move(options)), directory(std::move(directory)) {}
  llvm::Error prepare();
  llvm::Error prepareRightRuns();
  bool isCompared() const {
    return !options.reference.empty() || !options.expectedOutput.empty();
  }
  llvm::Error compareWithReference(const Materials &failing,
                                   const std::atomic<bool> &stop);
  llvm::Error compareWith(const RunResult &right);
  void limitRuns();
  llvm::Error repeatRuns(const Materials &failing,
                         const std::atomic<bool> &stop);
  llvm::Expected<std::string> conditions(llvm::StringRef circumstance) const;

  ProgramCaseOptions options;
  CaseDirectory directory;
  ProgramSetting theSetting;
  LimitOptions limits;
  /// The predicate, completed for the failing run.
  PredicateSpec predicate;
  RightRuns right;
  /// How the failing run differs from the right one.
  std::string differenceFromRight;
  RunResult theRecorded;
  std::vector<std::string> thePredicates;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_PROGRAMCASE_H

// The common part of the verbs that change a run in order to correct its
// output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_CHANGECOMMAND_H
#define PINSTRIPE_TOOLS_CHANGECOMMAND_H

#include "CaseCommand.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Driver/Change/ChangeVerb.h"
#include "pinstripe/Result/ReferenceSummary.h"

namespace pinstripe {

/// A verb that compares the output of changed runs with the expected output:
/// `switch`, `omit`, `replace`, `mutate`, `locate` and `compare`.
class ChangeCommand : public CaseCommand {
protected:
  using CaseCommand::CaseCommand;

  void addExpectedOutput(const std::string &help =
                             "The output that the program should have "
                             "printed; not needed if it crashed: it should "
                             "not have done that");
  /// Adds the options --passing and --failing, whose arguments are files that
  /// list other runs. Also adds --reference, whose argument is a program with
  /// the right output.
  void addOtherRuns();
  void addBudget();
  /// Adds the option --fresh, for verbs that store mutants (changed programs)
  /// in the case.
  void addFresh();
  /// Adds the option `--limit`, which limits how many results are listed.
  /// `things` says in the help what the results are, such as "lines".
  void addLimit(const std::string &things);

  /// Reads the expected output, and records or opens the case. Removes
  /// differences that an editor may have made in the expected output, such as
  /// other line ends. Then calls `work`, which does the work of the verb.
  llvm::Expected<ExitStatus> experiment(const CommandWords &words, Work work);
  /// Reads the expected output and the lists of other runs, and checks that the
  /// reference program can be executed. Called before a case is recorded or
  /// opened.
  llvm::Error readQuestion();
  /// Called after the case was recorded or opened. Removes from the expected
  /// output what an editor may have changed, and runs the reference program.
  llvm::Error settleQuestion(OpenedCase &opened);
  ChangeOptions changeOptions(OpenedCase &opened) const;
  using CaseCommand::report;
  llvm::Expected<ExitStatus> report(OpenedCase &opened,
                                    llvm::Expected<ChangeSummary> summary);

  /// The path given with --expect-stdout; empty if there is none.
  std::string expected;
  /// The output that the program should have printed, read from the file of
  /// `--expect-stdout`; nullopt if the user gave no file.
  std::optional<std::string> expectedOutput;
  std::optional<uint64_t> maxTests;
  bool fresh = false;
  size_t limit = 10;
  /// Runs of the program with other arguments or another input: those that pass
  /// and those that fail. Some are listed in the files that --passing and
  /// --failing name. The others were made with the reference program.
  std::vector<OtherRun> passing, failing;
  /// If the recorded run was made from a larger run by leaving something out,
  /// that larger run; otherwise nullopt. With --reference, runs are also made
  /// from variations of the larger run's input.
  std::optional<OtherRun> largerRun;
  /// Says which runs were made with the reference program, and what they have
  /// shown; nullopt if the user gave no reference.
  std::optional<ReferenceSummary> madeRuns;
  /// The program given with --reference; nullopt if there is none.
  std::optional<std::string> reference;

private:
  llvm::Error readRuns();
  llvm::Error checkReference();
  llvm::Error useReference(OpenedCase &opened);
  void say(const OpenedCase &opened, const ReferenceSummary &made) const;
  llvm::Error readExpectedOutput();
  void fitExpectedOutput(const OpenedCase &opened);

  /// The files given with --passing and --failing; empty if there are none.
  std::string passingFile, failingFile;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CHANGECOMMAND_H

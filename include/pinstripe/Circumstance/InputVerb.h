// Defines the verb `input`: reduces the input with which a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_INPUTVERB_H
#define PINSTRIPE_CIRCUMSTANCE_INPUTVERB_H

#include "pinstripe/Circumstance/InputSearch.h"
#include "pinstripe/Circumstance/SearchOptions.h"

namespace pinstripe {

/// The options of the verb `input`. To isolate a difference, `passing` is the
/// path of an input with which the program passes.
struct InputVerbOptions : SearchOptions {
  /// The path of the file that the program gets as standard input; empty for
  /// none.
  std::string standardInput;
  /// The paths of files that the program reads, as the user has typed them.
  std::vector<std::string> files;
  /// The kinds of parts into which inputs are split; empty for the default
  /// kinds.
  std::vector<PartKind> levels;
  /// The grammar of the input: the path of a file with a grammar, the name of a
  /// language, or "auto", which chooses a language by the name of the input.
  /// Empty if the input is reduced without a grammar.
  std::string grammar;
  bool fixpoint = false;
  /// The path of the result: of a file if there is one input, or of a folder if
  /// there are several. If the path is empty, the result is written into files
  /// in the current folder whose names end in `.reduced`.
  std::string output;
};

/// Reduces the inputs of a program, and writes the result into files. The
/// user's own files are not changed. Returns a UsageError for inputs or options
/// that can't be used, and a ReproductionError if the program does not fail
/// each time. If the search ends early, for example after Ctrl-C, the result is
/// the best one so far.
llvm::Expected<InputSummary> reduceInput(const InputVerbOptions &options,
                                         ReductionObserver &observer,
                                         const std::atomic<bool> &stop);

/// Reduces the inputs of a program: observes the failing run, searches, and
/// confirms the result. Writes no files. `options` must be the options from
/// which `program` was made. `circumstance` is a text that tells the stored
/// tests of this search from those of other kinds of searches. Returns the same
/// errors as `reduceInput`.
llvm::Expected<InputSummary>
searchInputs(ProgramCase &program, InputRequest request,
             const ProgramCaseOptions &options, llvm::StringRef circumstance,
             ReductionObserver &observer, const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_INPUTVERB_H

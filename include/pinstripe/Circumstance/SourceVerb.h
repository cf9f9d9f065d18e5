// Defines the verb `source`: reduces a program's text while a run still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SOURCEVERB_H
#define PINSTRIPE_CIRCUMSTANCE_SOURCEVERB_H

#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Circumstance/SourceSearch.h"

namespace pinstripe {

/// The options of the verb `source`. It always minimises.
struct SourceVerbOptions : SearchOptions {
  /// The path of the file that the program gets as standard input; empty for
  /// none.
  std::string standardInput;
  /// The paths of the files to be reduced, as the user has typed them. If the
  /// list is empty, the program's own arguments are searched for names of files
  /// in C or C++.
  std::vector<std::string> files;
  /// Flags for Clang's parser, in addition to those among the program's
  /// arguments.
  std::vector<std::string> flags;
  bool inlineHeaders = false;
  /// True if texts are run even if Clang finds an error in them.
  bool acceptsErrors = false;
  /// True if clang-format is to format the result.
  bool isFormatted = true;
  std::vector<SourceLevel> levels = {}; ///< Empty for all.
  /// The path of the folder for the reduced files.
  std::string output;
};

/// Reduces the text of a program, and writes the result into files. The user's
/// own files are not changed. Returns a UsageError for files or options that
/// can't be used, and a ReproductionError if the program does not fail each
/// time. If the search ends early, for example after Ctrl-C, the result is the
/// best one so far.
llvm::Expected<SourceSummary> reduceSource(const SourceVerbOptions &options,
                                           ReductionObserver &observer,
                                           const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SOURCEVERB_H

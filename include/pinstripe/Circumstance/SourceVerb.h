// The verb `source`: reduces the text of a program while a run still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SOURCEVERB_H
#define PINSTRIPE_CIRCUMSTANCE_SOURCEVERB_H

#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Circumstance/SourceSearch.h"

namespace pinstripe {

/// There is only one form: to minimise.
struct SourceVerbOptions : SearchOptions {
  /// The path of the file that is standard input; empty for none.
  std::string standardInput;
  /// The paths of the files to be reduced, as the user has typed them. If there
  /// are none, those arguments of the program are taken that name files in C or
  /// C++.
  std::vector<std::string> files;
  /// Flags for Clang's parser, besides those among the program's arguments.
  std::vector<std::string> flags;
  bool inlineHeaders = false;
  /// True if texts in which Clang finds an error are run, too.
  bool acceptsErrors = false;
  bool isFormatted = true; ///< True if clang-format is to write the result.
  std::vector<SourceLevel> levels = {}; ///< Empty for all.
  std::string output;                   ///< The folder for the reduced files.
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

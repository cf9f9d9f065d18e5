// Describes the runs that a verb has made with a reference program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REFERENCESUMMARY_H
#define PINSTRIPE_RESULT_REFERENCESUMMARY_H

#include <cstdint>
#include <string>

namespace pinstripe {

/// The use of a reference, which is a program that prints the right output.
/// Pinstripe has varied the input of the recorded run, and has run the program
/// and the reference with each variation.
struct ReferenceSummary {
  std::string program; ///< The reference program, as the user has typed it.
  /// The parts of the recorded run that were varied, such as "standard input,
  /// arguments"; empty if there was nothing to vary.
  std::string varied;
  /// `made` is how many variations of the input were tried. For `passing` of
  /// them, the program and the reference printed the same; for `failing` of
  /// them, they printed different output. The remaining variations show
  /// nothing.
  uint64_t made = 0, passing = 0, failing = 0;
  /// How many of the passing and of the failing variations the command uses; it
  /// need not use all of them.
  uint64_t usedPassing = 0, usedFailing = 0;
  /// The path of the folder, inside the case directory, that contains the used
  /// runs and their inputs.
  std::string folder;
  /// True if the runs were made by an earlier command and stored.
  bool isStored = false;
  /// True if time ran out before all runs were made.
  bool isCut = false;

  /// Paths of the files that list the used passing runs and the used failing
  /// runs, as the options --passing and --failing expect them. A path is empty
  /// if there are no such runs.
  std::string passingFile() const {
    return usedPassing == 0 ? "" : folder + "/passing.txt";
  }
  std::string failingFile() const {
    return usedFailing == 0 ? "" : folder + "/failing.txt";
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REFERENCESUMMARY_H

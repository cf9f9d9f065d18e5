// Defines what a verb tells about the runs that it made by means of a
// reference. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_REFERENCESUMMARY_H
#define PINSTRIPE_RESULT_REFERENCESUMMARY_H

#include <cstdint>
#include <string>

namespace pinstripe {

/// What a verb has done with a reference, a program that prints what is right.
/// The verb has made variations of the recorded run's input, and has run the
/// program and the reference with each of them.
struct ReferenceSummary {
  std::string program; ///< the reference, as the user has typed it
  /// What was varied, such as "standard input, arguments"; empty if there was
  /// nothing to vary.
  std::string varied;
  /// How many variations were tried; in how many of them both programs printed
  /// the same, and in how many not. The other variations show nothing.
  uint64_t made = 0, passing = 0, failing = 0;
  /// How many of the passing and of the failing runs are used.
  uint64_t usedPassing = 0, usedFailing = 0;
  /// The folder of the case that has the used runs with their inputs.
  std::string folder;
  /// True if an earlier call has made the runs.
  bool isStored = false;
  /// True if the time for these runs was over before all were made.
  bool isCut = false;

  /// The lists of the used runs, as the options --passing and --failing take
  /// them; empty if there is no such run.
  std::string passingFile() const {
    return usedPassing == 0 ? "" : folder + "/passing.txt";
  }
  std::string failingFile() const {
    return usedFailing == 0 ? "" : folder + "/failing.txt";
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_REFERENCESUMMARY_H

// Makes runs whose input is a variation of the recorded run's input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_VARIEDRUNS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_VARIEDRUNS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/InputVariations.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// A run that is like the recorded one, but for a variation of its input.
struct VariedRun {
  OtherRun run;
  /// The folder that holds the files of this run alone.
  std::string folder;
  uint64_t size = 0; ///< How many bytes the varied input has.
};

/// An input of the recorded run, whose text can be varied.
struct VariedInput {
  enum class Kind : uint8_t { StandardInput, File, Arguments } kind;
  /// The name of the input for the user: that of a file, or "standard input".
  std::string name;
  /// The lines of the input, each with its line end, or the arguments.
  InputVariations::Pieces pieces = {};
  /// The number of the argument that names the file, and what stands before the
  /// name in this argument, such as `--data=`.
  size_t argument = 0;
  std::string prefix = {};
};

/// Returns what can be varied of the input of the recorded run: its standard
/// input, or, if that is empty or not a text, the files that arguments name.
/// The text of the arguments comes last.
std::vector<VariedInput> variedInputs(const RunnableCase &runnable);

/// Makes runs with variations of the inputs, always in the same order. Files
/// with the variations are in a folder of their own for each run. If there are
/// more variations than wanted, a quarter of them are variations of the
/// arguments.
class VariedRuns {
public:
  /// Prepares at most `most` runs. `folder` must exist.
  VariedRuns(const RunnableCase &runnable, std::vector<VariedInput> inputs,
             std::string folder, size_t most);

  /// Returns the next run, whose files are written; nullopt after the last one.
  llvm::Expected<std::optional<VariedRun>> next();

private:
  size_t shareOf(size_t input) const;
  bool keepsFiles(const InputVariations::Pieces &arguments) const;
  llvm::Expected<VariedRun> make(const VariedInput &input,
                                 InputVariations::Pieces varied);
  llvm::Error giveInput(VariedRun &made, llvm::StringRef name,
                        llvm::StringRef content, std::string &path) const;

  const RecordedCase &recorded;
  std::vector<VariedInput> inputs;
  std::string folder;
  size_t most;
  size_t made = 0;
  size_t current = 0; ///< Index into `inputs` of the input that is varied now.
  std::optional<InputVariations> variations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_VARIEDRUNS_H

// Makes runs whose input is a variation of the recorded run's input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_VARIEDRUNS_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_VARIEDRUNS_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/InputVariations.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// A run with a variation of the recorded run's input. Everything else is as in
/// the recorded run.
struct VariedRun {
  OtherRun run;
  /// The folder that holds the files of this run alone.
  std::string folder;
  uint64_t size = 0; ///< The size of the varied input in bytes.
};

/// An input of the recorded run, whose text can be varied.
struct VariedInput {
  enum class Kind : uint8_t { StandardInput, File, Arguments } kind;
  /// The name of the input for the user: the name of a file, or "standard
  /// input".
  std::string name;
  /// The pieces of the input: its lines with their line ends, or the arguments.
  InputVariations::Pieces pieces = {};
  /// The number of the argument that names the file. `prefix` is the text of
  /// the argument before the name, such as `--data=`.
  size_t argument = 0;
  std::string prefix = {};
};

/// Returns the inputs of the run `launch` of the recorded program that can be
/// varied. The first one is the standard input. If it is empty or not a text,
/// the files that arguments name are used instead. The arguments themselves are
/// the last input.
std::vector<VariedInput> variedInputs(const RunnableCase &runnable,
                                      const LaunchSpec &launch);

/// Makes runs with variations of the inputs of a run, always in the same order.
/// Each run has a folder of its own for files with varied inputs. If there are
/// more variations than wanted, a quarter of the runs have varied arguments.
class VariedRuns {
public:
  /// Prepares at most `most` runs. `arguments` are those of the run whose
  /// inputs are varied. `folder` must exist.
  VariedRuns(std::vector<std::string> arguments,
             std::vector<VariedInput> inputs, std::string folder, size_t most);

  /// Writes the files of the next run and returns it; nullopt after the last
  /// run.
  llvm::Expected<std::optional<VariedRun>> next();

private:
  size_t shareOf(size_t input) const;
  bool keepsFiles(const InputVariations::Pieces &varied) const;
  llvm::Expected<VariedRun> make(const VariedInput &input,
                                 InputVariations::Pieces varied);
  llvm::Error giveInput(VariedRun &made, llvm::StringRef name,
                        llvm::StringRef content, std::string &path) const;

  std::vector<std::string> arguments;
  std::vector<VariedInput> inputs;
  std::string folder;
  size_t most;
  size_t made = 0;
  size_t current = 0; ///< Index into `inputs` of the input that is varied now.
  std::optional<InputVariations> variations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_VARIEDRUNS_H

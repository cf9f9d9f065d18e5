// The circumstance of an input: the parts of standard input and of files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_INPUTCIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_INPUTCIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/InputParts.h"
#include <string>
#include <vector>

namespace pinstripe {

/// An input of a program, as it is when the run fails and as it is when the run
/// passes.
struct InputPair {
  /// The path of the file, as the program finds it; empty for standard input.
  std::string path;
  /// The content with which the run does not fail. Empty if only a failing
  /// input is known.
  std::string passing;
  std::string failing; ///< The content with which the run fails.

  bool isText() const {
    return pinstripe::isText(passing) && pinstripe::isText(failing);
  }
};

/// The inputs of a program. Each part that only one content of an input has is
/// an element: the configuration says whether the run has this part as in the
/// failing content. So the full configuration is the failing content of all
/// inputs and the empty one the passing content; if that is empty, each part of
/// the failing content is an element.
class InputCircumstance : public Circumstance {
public:
  /// Splits texts into parts of the kind `kind`. Contents that are not text are
  /// split into blocks if `kind` is Lines or Blocks, otherwise into bytes.
  InputCircumstance(std::vector<InputPair> inputs, PartKind kind);
  InputCircumstance(const InputCircumstance &) = delete;

  size_t elements() const override { return elementCount; }
  llvm::StringRef elementsName() const override { return name; }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;

  std::vector<ElementGroup> groups() const override { return partGroups; }
  /// Gives the parts another name, such as "actions". `groups` are parts that
  /// a search should try to remove together. `name` must be a literal.
  void describeParts(llvm::StringRef name, std::vector<ElementGroup> groups) {
    this->name = name;
    partGroups = std::move(groups);
  }

  /// Returns the content of the input with the index `input`.
  std::string contentOf(size_t input, const Configuration &configuration) const;

private:
  /// An input, split into parts.
  struct Split {
    Split(const InputPair &pair, PartKind kind);
    SplitInput passing, failing;
    std::vector<PartRun> runs;
    size_t firstElement = 0;
  };

  std::vector<InputPair> inputs;
  std::vector<Split> splits;
  llvm::StringRef name;
  std::vector<ElementGroup> partGroups;
  size_t elementCount = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_INPUTCIRCUMSTANCE_H

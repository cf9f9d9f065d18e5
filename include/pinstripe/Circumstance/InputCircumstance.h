// Splits inputs of a program into parts, and makes new inputs of some parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Here the inputs are a circumstance, which is something that a failure depends
// on. Its elements are the parts in which a failing and a passing input differ.

#ifndef PINSTRIPE_CIRCUMSTANCE_INPUTCIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_INPUTCIRCUMSTANCE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/InputParts.h"
#include <string>
#include <vector>

namespace pinstripe {

/// An input of a program, with one content for which the run fails, and one for
/// which it does not.
struct InputPair {
  /// The path by which the program finds the file; empty for standard input.
  std::string path;
  /// The content for which the run does not fail. Empty if only a failing input
  /// is known.
  std::string passing;
  std::string failing; ///< The content for which the run fails.

  bool isText() const {
    return pinstripe::isText(passing) && pinstripe::isText(failing);
  }
};

/// The inputs of a program as a circumstance. An element is a part, such as a
/// line, that only the failing or only the passing content of an input has. In
/// a run, the input agrees with the failing content at the elements of the
/// configuration, and with the passing content at all others. So the full
/// configuration makes the failing content, and the empty one the passing
/// content.
class InputCircumstance : public Circumstance {
public:
  /// Splits the inputs into parts of the kind `kind`. Binary content is split
  /// into blocks if `kind` is Lines or Blocks, otherwise into bytes.
  InputCircumstance(std::vector<InputPair> inputs, PartKind kind);
  InputCircumstance(const InputCircumstance &) = delete;

  size_t elements() const override { return elementCount; }
  llvm::StringRef elementsName() const override { return name; }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;

  std::vector<ElementGroup> groups() const override { return partGroups; }
  /// `name` is the word for the parts in the plural, such as "actions". It must
  /// be a string literal. Each of the `groups` has parts that a search should
  /// try to remove together.
  void describeParts(llvm::StringRef name, std::vector<ElementGroup> groups) {
    this->name = name;
    partGroups = std::move(groups);
  }

  /// Returns the content that the input with index `input` has in the run of a
  /// configuration.
  std::string contentOf(size_t input, const Configuration &configuration) const;

private:
  /// An input whose two contents are split into parts.
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

// Defines the interface of a circumstance: something that a failure depends on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeller and Hildebrandt (2002) call everything that decides whether a test
// fails a circumstance: the input, the options, the changes since the last
// version. A trace is a circumstance, too, but its runs need an engine; see
// Driver/Reduce.

#ifndef PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCE_H
#define PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCE_H

#include "pinstripe/Circumstance/Materials.h"
#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/ElementTree.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// A circumstance consists of numbered elements, such as the lines of an input.
/// A configuration is a set of elements, and describes one run. The full
/// configuration describes the run that fails, the empty one a run that does
/// not. Elements that belong together should have neighbouring numbers, since
/// reduction algorithms then need fewer tests.
///
/// A circumstance only says what a run is made of. A RunTester makes the run.
class Circumstance {
public:
  virtual ~Circumstance();
  virtual size_t elements() const = 0;
  /// Returns the word for the elements in the plural, such as "lines". Progress
  /// and reports use it.
  virtual llvm::StringRef elementsName() const = 0;
  /// Returns the materials (such as input and arguments) of the run that a
  /// configuration describes. Called on several threads at once. The same
  /// configuration must always give the same materials. After an Error, the
  /// search can't go on.
  virtual llvm::Expected<Materials>
  materialise(const Configuration &configuration) const = 0;

  /// Returns groups of elements that are perhaps irrelevant as a whole, large
  /// groups first. `reduce` tries to remove them before the algorithm begins.
  virtual std::vector<ElementGroup> groups() const { return {}; }
  /// Returns a tree whose nodes are the elements; null if they form no tree.
  /// `reduce` tries to remove the elements of a whole subtree at once. The tree
  /// lives as long as this object.
  virtual const ElementTree *tree() const { return nullptr; }
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCE_H

// Declares a circumstance of a failure: elements, and the runs made from them.
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

/// A set of numbered elements, and what a run is made of for each configuration
/// of them. The full configuration makes the run that fails, the empty one a
/// run that does not. The elements are in an order in which neighbours belong
/// together, since algorithms then need fewer tests.
///
/// A circumstance only says what a run is made of. A RunTester makes the run.
class Circumstance {
public:
  virtual ~Circumstance();
  virtual size_t elements() const = 0;
  /// Returns what the elements are, in the plural, such as "lines". Progress
  /// and reports count them by this word.
  virtual llvm::StringRef elementsName() const = 0;
  /// Returns what the run of a configuration is made of. Called on several
  /// threads at once. The same configuration must always give the same
  /// materials. An Error means that the search can't go on.
  virtual llvm::Expected<Materials>
  materialise(const Configuration &configuration) const = 0;

  /// Returns groups of elements that are perhaps irrelevant as a whole, coarse
  /// ones first. `reduce` tries to remove them before the algorithm begins.
  virtual std::vector<ElementGroup> groups() const { return {}; }
  /// Returns a tree of the elements, whose subtrees `reduce` tries to remove as
  /// a whole; null if they form no tree. The tree lives as long as this object.
  virtual const ElementTree *tree() const { return nullptr; }
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCE_H

// Declares the circumstance whose elements are the changes between two states.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A circumstance is something on which a failure depends. A state is one
// version of the source.

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include <mutex>

namespace pinstripe {

/// Two sets of changes between two states of the source. A search makes the two
/// sets more and more alike.
struct ChangeBounds {
  /// Changes with which the program passes. Each run of the search has these
  /// changes.
  Configuration passing;
  /// Changes with which the program FAILs (shows the failure); they include all
  /// changes of `passing`. Runs of the search have only changes of this set.
  Configuration failing;

  /// Returns the changes that the search is about: those that are only in the
  /// failing set.
  Configuration between() const { return failing.complementOf(passing); }
  /// Returns the changes of the run that shows whether a part of the changes in
  /// `between` is needed. If `isAdded` is false, these are the failing set
  /// without the part. If `isAdded` is true, they are the passing set with the
  /// part.
  Configuration beside(llvm::ArrayRef<Element> part, bool isAdded) const {
    return isAdded ? passing.with(part) : failing.without(part);
  }
};

/// The circumstance whose elements are the changes that are in the failing set
/// but not in the passing set. An element is a part of these changes, and all
/// parts have the same size, such as a hunk. The state of the source for a run
/// is the old state with the changes of the passing set and of the parts that
/// are kept.
///
/// If names are kept together and a part is left out, all parts that need it
/// are left out, too, such as those that use a name which it declares (see
/// neededParts). This makes runs with mixtures of changes that can't be built
/// much rarer.
class SourceChanges : public Circumstance {
public:
  /// All references must outlive this object.
  SourceChanges(SourceStore &store, const SourceDifference &difference,
                const ChangeBounds &bounds, Grain grain, bool keepsNames);

  size_t elements() const override { return parts.size(); }
  llvm::StringRef elementsName() const override { return grainName(grain); }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  /// Returns groups of parts. A group has all parts of the hunks in which the
  /// same name occurs (see groupsByName). Returns no groups if names are kept
  /// together, or if the parts are larger than hunks.
  std::vector<ElementGroup> groups() const override;

  /// Returns the changes of the passing set and of the parts in
  /// `configuration`. If names are kept together, leaves out each part that
  /// needs a part which is not in `configuration`.
  Configuration changesOf(const Configuration &configuration) const;

private:
  std::vector<Element> partsWith(llvm::ArrayRef<Element> changes) const;

  SourceStore &store;
  const SourceDifference &difference;
  ChangeBounds bounds;
  Grain grain;
  std::vector<std::vector<Element>> parts;
  /// For each part, the indices of the parts that need this part (see
  /// neededParts). Empty if a part may be removed without the parts that need
  /// it.
  std::vector<std::vector<uint32_t>> dependents;
  mutable std::mutex mutex; ///< Guards `store`.
};

/// Returns the materials of a run, which say in what this run differs from
/// other runs: the program is built from the given state of the source.
Materials materialsOf(const StateId &state);

/// Returns the state of the source that results if only the changes `changes`
/// of a difference are applied to the old state.
llvm::Expected<StateId> mixedState(SourceStore &store,
                                   const SourceDifference &difference,
                                   const Configuration &applied);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H

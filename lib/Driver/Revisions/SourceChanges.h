// The changes of the source as a circumstance of a failure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include <mutex>

namespace pinstripe {

/// Some of the changes of a difference, in parts of one size. The elements are
/// the parts. A run is made of the old state with the changes of some parts.
///
/// If names are kept together, parts whose needs are not met are left out, too:
/// nothing uses a new name without the part that declares it. So far fewer runs
/// are of mixtures that can't be built.
class SourceChanges : public Circumstance {
public:
  /// All references must outlive this object.
  SourceChanges(SourceStore &store, const SourceDifference &difference,
                const Configuration &changes, Grain grain, bool keepsNames);

  size_t elements() const override { return parts.size(); }
  llvm::StringRef elementsName() const override { return grainName(grain); }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  /// Returns groups of parts that have names in common, and for lines, those of
  /// a hunk.
  std::vector<ElementGroup> groups() const override;

  /// Returns the changes of the parts in a configuration of parts, without the
  /// parts whose needs are not met.
  Configuration changesOf(const Configuration &configuration) const;

private:
  std::vector<Element> partsWith(llvm::ArrayRef<Element> changes) const;

  SourceStore &store;
  const SourceDifference &difference;
  Configuration changes;
  Grain grain;
  std::vector<std::vector<Element>> parts;
  /// For each part, those that need it. Empty if names are not kept together.
  std::vector<std::vector<uint32_t>> dependents;
  mutable std::mutex mutex; ///< Guards the store.
};

/// Returns what a run in a state of the source is made of.
Materials materialsOf(const StateId &state);

/// Returns the state with some changes of a difference applied.
llvm::Expected<StateId> mixedState(SourceStore &store,
                                   const SourceDifference &difference,
                                   const Configuration &applied);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H

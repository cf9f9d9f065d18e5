// Declares the circumstance whose elements are the changes between two states.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Revisions/SourceDifference.h"
#include <mutex>

namespace pinstripe {

/// Some of the changes between two states, in parts of one size. Each part is
/// an element. A configuration stands for the old state with the changes of its
/// parts.
///
/// If names are kept together, a part is also left out if another part is
/// missing that declares a name which it uses. So far fewer runs are made with
/// mixtures that can't be built.
class SourceChanges : public Circumstance {
public:
  /// All references must outlive this object.
  SourceChanges(SourceStore &store, const SourceDifference &difference,
                const Configuration &changes, Grain grain, bool keepsNames);

  size_t elements() const override { return parts.size(); }
  llvm::StringRef elementsName() const override { return grainName(grain); }
  llvm::Expected<Materials>
  materialise(const Configuration &configuration) const override;
  /// Returns groups of parts that have names in common. If the parts are lines,
  /// the lines of a hunk form groups, too.
  std::vector<ElementGroup> groups() const override;

  /// Returns the changes of the parts in a configuration. Leaves out parts that
  /// need a missing part.
  Configuration changesOf(const Configuration &configuration) const;

private:
  std::vector<Element> partsWith(llvm::ArrayRef<Element> changes) const;

  SourceStore &store;
  const SourceDifference &difference;
  Configuration changes;
  Grain grain;
  std::vector<std::vector<Element>> parts;
  /// For each part, the parts that need it. Empty if names are not kept
  /// together.
  std::vector<std::vector<uint32_t>> dependents;
  mutable std::mutex mutex; ///< Guards `store`.
};

/// Returns the materials of a run in which the program is built from the given
/// state of the source.
Materials materialsOf(const StateId &state);

/// Returns the state that results if some changes of a difference are applied
/// to the old state.
llvm::Expected<StateId> mixedState(SourceStore &store,
                                   const SourceDifference &difference,
                                   const Configuration &applied);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_SOURCECHANGES_H

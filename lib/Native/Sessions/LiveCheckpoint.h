// Starts runs in live flow in the middle, where their changes begin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs that change single events late in a long run share all that comes before
// these events. Only one process waits there at a time: Driver sorts its runs
// by event, so that the place moves through the run once.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_LIVECHECKPOINT_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_LIVECHECKPOINT_H

#include "Sessions/CheckpointMaker.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// Returns the changes as the target reads them.
std::vector<native::ChangeRecord> recordsOf(llvm::ArrayRef<LiveChange> changes);

/// The arguments of ExecutionEngine::focusLive: later runs make these changes
/// and none other before `event`.
struct LiveFocus {
  std::vector<LiveChange> changes;
  EventIndex event{};
  bool operator==(const LiveFocus &) const = default;
};

class LiveCheckpoint final : public CheckpointMaker {
public:
  /// Both must outlive the object.
  LiveCheckpoint(TargetSession &session, const OutputFiles &outputs)
      : CheckpointMaker(session, outputs) {
    minLearntEvents = 1001;
  }

  /// Returns the slot of the server from which a run with these changes can
  /// start, 0 for the beginning. Makes the checkpoint if that pays; then the
  /// changes have to be told to the server again.
  llvm::Expected<uint32_t> startOf(const LaunchSpec &spec,
                                   llvm::ArrayRef<LiveChange> changes,
                                   const LiveFocus &focus);

private:
  static constexpr uint32_t slot = 1;

  void dropAll() override;

  std::optional<LiveFocus> place; ///< Where the checkpoint is, if any.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_LIVECHECKPOINT_H

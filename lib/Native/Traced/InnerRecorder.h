// Reads the log of a recording whose threads pass hooks by themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_INNERRECORDER_H
#define PINSTRIPE_LIB_NATIVE_TRACED_INNERRECORDER_H

#include "Sessions/RecordingSession.h"
#include "Traced/InnerHooks.h"

namespace pinstripe {

/// Lets the owner write a log of the hooks that it passes, and reads that log
/// at each stop. The log has room for at most as many arrivals as the owner is
/// allowed. At a hook for which it has no room, the owner stops. The tool then
/// records that hook, and the thread goes on after it.
class InnerRecorder final : public InnerHooks {
public:
  /// `session` must be new, since its log must be empty.
  static llvm::Expected<std::unique_ptr<InnerRecorder>>
  create(std::unique_ptr<RecordingSession> session);

  llvm::Error enter(TracedThread &thread,
                    const std::optional<TurnLimits> &limits) override;
  TurnProgress takeProgress(bool isInside,
                            PassedHookListener listener) override;

private:
  explicit InnerRecorder(std::unique_ptr<RecordingSession> itsSession)
      : InnerHooks(*itsSession), session(std::move(itsSession)),
        log(session->ring()) {}
  bool reload(TracedThread &thread, const native::EntryRecord &entry);
  uint64_t frameAddress(uint64_t record) const;

  std::unique_ptr<RecordingSession> session;
  llvm::MutableArrayRef<uint64_t> log;
  size_t taken = 0;          ///< How many words of the log were read.
  uint64_t stackPointer = 0; ///< Of the owner, when it last entered.
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_INNERRECORDER_H

// Reads the log of a run whose threads pass hooks by themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_INNERRECORDER_H
#define PINSTRIPE_LIB_NATIVE_TRACED_INNERRECORDER_H

#include "Sessions/RecordingSession.h"
#include "Traced/InnerHooks.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// Lets the owner write a log of the hooks that it passes, and reads that log
/// at each stop. The log has room for at most as many arrivals as the owner is
/// allowed. At a hook for which it has no room, the owner stops. The tool then
/// records that hook, and the thread goes on after it, or somewhere else. So
/// the run can also be one in live flow: it is a recording but for the hooks at
/// which something is changed.
class InnerRecorder final : public InnerHooks {
public:
  /// Prepares a run of `session`, which must outlive the result. If `mutation`
  /// is not 0, the run executes the recompiled functions that belong to this
  /// mutation.
  static llvm::Expected<std::unique_ptr<InnerRecorder>>
  create(RecordingSession &session, uint32_t mutation);

  llvm::Error enter(TracedThread &thread, uint64_t target,
                    const std::optional<TurnLimits> &limits) override;
  TurnProgress takeProgress(bool isInside,
                            PassedHookListener listener) override;

private:
  InnerRecorder(RecordingSession &session, uint32_t mutation)
      : InnerHooks(session), session(session), mutation(mutation),
        log(session.ring()) {}
  void begin();
  bool isExchanged(const native::HookRecord &hook) const;
  llvm::Error enterExchanged(TracedThread &thread, bool isForOneHook);
  bool goOn(TracedThread &thread, const native::HookRecord &hook,
            uint64_t target);
  bool reload(TracedThread &thread, const native::EntryRecord &entry);
  void noteFrame(uint64_t address) {
    frames[static_cast<uint32_t>(address)] = address;
  }
  uint64_t frameAddress(uint64_t record) const;

  RecordingSession &session;
  uint32_t mutation;
  llvm::MutableArrayRef<uint64_t> log;
  size_t taken = 0;          ///< How many words of the log were read.
  uint64_t stackPointer = 0; ///< Of the owner, when it last entered.
  /// Addresses of frames, by their lower halves. A program may use several
  /// stacks in one turn, which are not near to each other.
  llvm::DenseMap<uint64_t, uint64_t> frames;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_INNERRECORDER_H

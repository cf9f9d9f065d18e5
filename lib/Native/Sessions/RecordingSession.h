// Launches a program to make one recording, with a shared buffer for the log.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_RECORDINGSESSION_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_RECORDINGSESSION_H

#include "Sessions/TargetSession.h"

namespace pinstripe {

class RecordingSession final : public TargetSession {
public:
  using TargetSession::TargetSession;

  /// Returns the ring buffer to which the program writes the raw trace (the log
  /// of a recording), chunk by chunk.
  llvm::MutableArrayRef<uint64_t> ring() { return ringWords; }

private:
  static constexpr uint32_t ringChunks = 64;

  void addRegions(TargetMemory &memory) const override;
  void describe(native::Setup &setup) const override;
  llvm::Error openViews(TargetMemory &memory) override;

  llvm::MutableArrayRef<uint64_t> ringWords;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_RECORDINGSESSION_H

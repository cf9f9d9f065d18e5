//===- LLDBRun.h - One run: decisions into registers -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_LLDBRUN_H
#define PINSTRIPE_LIB_EXECUTION_LLDBRUN_H

#include "HookHandler.h"
#include "LLDBSession.h"
#include "WatchReader.h"

namespace pinstripe {

/// Carries what a Recorder or Dispatcher decides at each hook into the
/// stopped process.
class LLDBRun : public LLDBHookListener {
public:
  LLDBRun(LLDBSession &session, const HookMap &hooks, HookHandler &handler,
          Poison poison);

  /// Notes what it reads there; must outlive the run.
  void setWatches(WatchReader &reader) { watches = &reader; }

  bool onHook(uint64_t address, lldb::SBThread &thread) override;
  void onExitFunction(lldb::SBThread &thread) override;

  uint64_t hits() const { return hitCount; }
  /// Set when a hook stopped the run.
  const std::optional<Ending> &ending() const { return requestedEnding; }
  /// What kept the engine from carrying out a decision.
  llvm::Error takeFailure() { return std::move(failure); }

private:
  llvm::Error apply(const Decision &decision, const Arrival &arrival,
                    lldb::SBFrame &frame);
  llvm::Error returnFromMain(const Decision &decision, const Arrival &arrival,
                             lldb::SBFrame &frame);
  llvm::Error poisonReturnValue(lldb::SBFrame &frame);
  llvm::Error reload(const RegisterReload &reload, const Arrival &arrival,
                     lldb::SBFrame &frame);
  void poisonBytes(uint64_t begin, uint32_t size);
  void poisonMemory(const Decision &decision, const Arrival &arrival);
  /// All that concerns memory.
  void writeAndWatch(const Decision &decision, const Arrival &arrival);
  void replaceMemory(const Decision &decision, const Arrival &arrival);
  void store(const MemoryValue &value, uint64_t word, const Arrival &arrival);

  LLDBSession &session;
  const HookMap &hooks;
  HookHandler &handler;
  Poison poison;
  WatchReader *watches = nullptr; ///< null: none
  uint64_t hitCount = 0;
  std::optional<Ending> requestedEnding;
  llvm::Error failure = llvm::Error::success();
  /// What was there before Decision::replaced.
  std::optional<uint64_t> replacedWord;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDBRUN_H

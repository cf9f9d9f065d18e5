//===- SteppedHooks.h - What a stepped program does at hooks ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes the records that the hooks of a detailed recording and the runtime
// make, of the registers of a process that has stopped there.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_STEPPEDHOOKS_H
#define PINSTRIPE_LIB_NATIVE_STEPPEDHOOKS_H

#include "DetailedDecoder.h"
#include "SteppedLibrary.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include <sys/user.h>

namespace pinstripe {

class SteppedHooks {
public:
  /// All must outlive the object.
  SteppedHooks(const InstrumentedProgram &program, const UnitTable &table,
               Poison poison, pid_t pid, const ProcessMemory &memory,
               DetailedDecoder &decoder);

  /// Null if there is none at this run-time address.
  const native::HookRecord *find(uint64_t address) const;
  const DetailedSite &siteOf(const native::HookRecord &hook) const {
    return program.detailedHooks[indexOf(hook)];
  }
  std::vector<uint64_t> addresses() const;

  /// Before the instruction there. Registers that are to be changed are; then
  /// the result is true.
  bool arrive(const native::HookRecord &hook, user_regs_struct &registers);

private:
  uint32_t indexOf(const native::HookRecord &hook) const {
    return static_cast<uint32_t>(&hook - program.hooks.data());
  }
  void add(native::RecordTag tag, uint32_t hook, uint64_t frame) {
    words.push_back(uint64_t(static_cast<uint32_t>(tag) | (hook + 1)) << 32 |
                    static_cast<uint32_t>(frame));
  }
  void enter(uint32_t hook, const user_regs_struct &registers);
  void beginBlock(uint32_t hook, const user_regs_struct &registers);
  void addOperands(const DetailedSite &site, const user_regs_struct &registers);
  void beginCall(const native::HookRecord &hook,
                 const user_regs_struct &registers);
  uint64_t calleeOf(llvm::ArrayRef<uint8_t> call,
                    const user_regs_struct &registers) const;
  void poisonFrame(uint64_t sp, uint32_t size);
  bool answerMalloc(const native::HookRecord &hook,
                    user_regs_struct &registers);
  void flush();

  const InstrumentedProgram &program;
  const UnitTable &table;
  Poison poison;
  const ProcessMemory &memory;
  DetailedDecoder &decoder;
  std::vector<uint64_t> words;
  SteppedLibrary library;
  llvm::DenseMap<uint64_t, uint32_t> byAddress;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPEDHOOKS_H

// Writes the log of a recording for a program that ptrace stops at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the native engine would execute a hook (the code at a patched
// instruction), the process stops instead. From its registers, the tool makes
// the records of the log that the hook would make.

#ifndef PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDHOOKS_H
#define PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDHOOKS_H

#include "Records/DetailedDecoder.h"
#include "Stepping/SteppedLibrary.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include <map>
#include <sys/user.h>

namespace pinstripe {

class SteppedHooks {
public:
  /// All arguments must outlive the SteppedHooks.
  SteppedHooks(const InstrumentedProgram &program, const UnitTable &table,
               Poison poison, pid_t pid, const ProcessMemory &memory,
               DetailedDecoder &decoder);

  /// Returns the hook at this run-time address; null if there is none.
  const native::HookRecord *find(uint64_t address) const;
  const DetailedSite &siteOf(const native::HookRecord &hook) const {
    return program.detailedHooks[indexOf(hook)];
  }
  auto addresses() const { return llvm::make_first_range(byAddress); }

  /// Makes `thread` the one that comes to hooks from now on. At first, this is
  /// the first thread of the program.
  void enterThread(const ObservedThread &thread);
  /// Says that the present thread has ended.
  void endThread();
  /// Called when the process has stopped at `hook`. Makes the records that the
  /// hook's code would make. Returns true if `registers` were changed.
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
  void addReferences(const DetailedSite &site,
                     const user_regs_struct &registers);
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
  pid_t pid;
  const ProcessMemory &memory;
  DetailedDecoder &decoder;
  std::vector<uint64_t> words;
  /// Maps the number of each thread to the state of its library calls.
  std::map<uint32_t, SteppedLibrary> libraries;
  SteppedLibrary *library; ///< The state of the present thread.
  uint32_t present = 0;    ///< The number of the present thread.
  bool hasEnded = false;   ///< True if the present thread has ended.
  llvm::DenseMap<uint64_t, uint32_t> byAddress;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPING_STEPPEDHOOKS_H

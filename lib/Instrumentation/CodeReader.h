// Reads single instructions of a module and of its trampolines, which hold
// moved instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier of patches uses this class; the patcher does not.

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_CODEREADER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_CODEREADER_H

#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/MachineCode.h"
#include <optional>

namespace pinstripe {

struct CodeLine {
  Instruction instruction;
  std::string text;
  llvm::StringRef mnemonic() const {
    return withoutPrefixes().split(' ').first;
  }
  llvm::StringRef operands() const {
    return withoutPrefixes().split(' ').second.trim();
  }
  uint64_t end() const { return instruction.end(); }
  /// Returns the text of the instruction without prefixes such as `lock`. LLVM
  /// prints prefixes as if they were instructions.
  llvm::StringRef withoutPrefixes() const {
    llvm::StringRef rest = text;
    while (rest.consume_front("rep ") || rest.consume_front("repne ") ||
           rest.consume_front("data16 ") || rest.consume_front("addr32 ") ||
           rest.consume_front("lock "))
      rest = rest.ltrim();
    return rest;
  }
};

class CodeReader {
public:
  CodeReader(const ModuleCode &module, const PatchedModule &patched,
             const Decoder &decoder)
      : module(module), patched(patched), decoder(decoder) {}

  /// Returns the instruction at an address of the original code; nullopt if
  /// there is no valid instruction.
  std::optional<CodeLine> original(uint64_t address) const;
  std::optional<CodeLine> trampoline(uint64_t address) const;
  std::optional<CodeLine> read(llvm::ArrayRef<uint8_t> bytes,
                               uint64_t address) const;

  /// Returns the immediate operand of an instruction in a trampoline. This is
  /// the number in the last four bytes of the instruction.
  int32_t lastWord(const CodeLine &line) const;

private:
  const ModuleCode &module;
  const PatchedModule &patched;
  const Decoder &decoder;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_CODEREADER_H

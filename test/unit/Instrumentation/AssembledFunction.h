// Builds a function from assembly code, and patches it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_INSTRUMENTATION_ASSEMBLEDFUNCTION_H
#define PINSTRIPE_TEST_UNIT_INSTRUMENTATION_ASSEMBLEDFUNCTION_H

#include "PatchedLibrary.h"
#include "pinstripe/Instrumentation/PatchVerifier.h"
#include "pinstripe/Support/Hexadecimal.h"

namespace pinstripe::test {

/// Emits hooks without code, so that trampolines contain only moved code.
class NoHooks : public HookEmitter {
public:
  void emit(uint32_t, CodeBuffer &) override {}
  void emitRare(uint32_t, CodeBuffer &) override {}
};

/// Emits hooks that tests can find: two `nop`s, and a rare part of `ud2`.
class VisibleHooks : public HookEmitter {
public:
  void emit(uint32_t, CodeBuffer &code) override { code.append({0x90, 0x90}); }
  void emitRare(uint32_t, CodeBuffer &code) override {
    code.append({0x0f, 0x0b});
  }
};

/// A library with the function `f`, which is assembled from a text. A function
/// `g` lies before it.
class AssembledFunction {
public:
  explicit AssembledFunction(llvm::StringRef body, llvm::StringRef data = "")
      : program("clang-19", Language::C, source(body, data),
                {"-shared", "-fPIC"}) {
    code = orFail(ModuleCode::read(program.path));
    const FunctionSymbol *symbol = code.findFunction("f");
    REQUIRE(symbol);
    function = {symbol->address, symbol->address + symbol->size};
    addresses = instructionsOf(code, function);
  }

  /// Patches the library so that the instructions with these numbers have
  /// hooks.
  llvm::Expected<PatchedModule> tryPatch(llvm::ArrayRef<size_t> instructions,
                                         PatchOptions options = {}) {
    sites.clear();
    for (size_t i : instructions)
      sites.push_back({addresses[i], static_cast<uint32_t>(sites.size())});
    if (!options.trampolineBase)
      options.trampolineBase = base;
    NoHooks emitter;
    return patchModule(code, function, sites, emitter, options);
  }
  /// Patches like tryPatch. Requires that this succeeds, and that the verifier
  /// finds no defect.
  PatchedModule patch(llvm::ArrayRef<size_t> instructions,
                      PatchOptions options = {}) {
    auto patched = tryPatch(instructions, options);
    if (!patched)
      FAIL(llvm::toString(patched.takeError()));
    CHECK(findings(*patched) == std::vector<std::string>());
    return std::move(*patched);
  }
  std::vector<std::string> findings(const PatchedModule &patched) const {
    auto found = verifyPatches(code, function, sites, patched);
    REQUIRE(bool(found));
    std::vector<std::string> texts;
    for (const PatchFinding &finding : *found)
      texts.push_back(finding.text);
    return texts;
  }
  /// Returns `count` instructions of the trampolines, from `address` on.
  std::vector<std::string> linesAt(const PatchedModule &patched,
                                   uint64_t address, size_t count) const {
    auto decoder = Decoder::create();
    REQUIRE(bool(decoder));
    llvm::ArrayRef<uint8_t> bytes(patched.trampolines);
    bytes = bytes.drop_front(address - patched.trampolineBase);
    std::vector<std::string> lines;
    for (; count > 0; --count) {
      auto instruction = (*decoder)->decodeFirst(bytes, address);
      REQUIRE(instruction);
      lines.push_back((*decoder)->text(bytes, address));
      address += instruction->size;
      bytes = bytes.drop_front(instruction->size);
    }
    return lines;
  }

  static constexpr uint64_t base = 0x1000000;
  TestProgram program;
  ModuleCode code;
  CodeRange function;
  std::vector<uint64_t> addresses;
  std::vector<HookSite> sites;

private:
  static std::string source(llvm::StringRef body, llvm::StringRef data) {
    return ("asm(R\"(.text\n.p2align 4\n.type g,@function\ng: ret\n"
            ".size g, .-g\n.p2align 4\n.globl f\n.type f,@function\nf:\n" +
            body + "\n.size f, .-f\n.p2align 4\n.data\n.p2align 3\n" + data +
            "\n)\");")
        .str();
  }
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_INSTRUMENTATION_ASSEMBLEDFUNCTION_H

// Tests which bytes lead control to a hook, and which instructions are moved.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AssembledFunction.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;
using namespace pinstripe::test;

using Kind = Patch::Kind;
using Lines = std::vector<std::string>;

TEST_CASE("A straight run is moved up to where control may come in",
          "[instrumentation][kinds]") {
  AssembledFunction f("mov $1, %eax\n mov $2, %ecx\n 1: dec %ecx\n jnz 1b\n"
                      "ret");
  PatchedModule patched = f.patch({0});
  REQUIRE(patched.runs.size() == 1);
  CHECK(patched.runs[0].begin == f.addresses[0]);
  CHECK(patched.runs[0].end == f.addresses[2]);
  CHECK(patched.runs[0].kind == Kind::Jump);
  CHECK(f.linesAt(patched, patched.runs[0].trampoline, 3) ==
        Lines{"mov eax, 0x1", "mov ecx, 0x2",
              "jmp " + hexadecimal(f.addresses[2])});
}

TEST_CASE("Hooks within a run are inlined in its trampoline and need no patch",
          "[instrumentation][kinds]") {
  // The hooks are one byte apart: push, push, pop, pop.
  AssembledFunction f("push %rbp\n push %rax\n pop %rax\n pop %rbp\n"
                      "mov $1, %eax\n ret");
  PatchedModule patched = f.patch({0, 1, 2, 3});
  REQUIRE(patched.runs.size() == 1);
  CHECK(patched.patches.size() == 1);
  CHECK(patched.hooks.size() == 4);
  for (size_t i = 0; i < 4; ++i)
    CHECK(patched.landingOf(f.addresses[i]) == patched.hooks[i].body);
}

TEST_CASE("If only two bytes fit, a short jump leads to an island",
          "[instrumentation][kinds]") {
  AssembledFunction f("mov $1, %eax\n mov $2, %edx\n mov $3, %ecx\n"
                      "1: dec %ecx\n 2: dec %eax\n jnz 2b\n test %ecx, %ecx\n"
                      "jnz 1b\n ret");
  PatchedModule patched = f.patch({0, 3});
  REQUIRE(patched.patches.size() == 3);
  const Patch &island = patched.patches[1];
  const Patch &shortJump = patched.patches[2];
  CHECK(shortJump.kind == Kind::ShortJump);
  CHECK(shortJump.address == f.addresses[3]);
  CHECK(shortJump.original.size() == 2);
  CHECK(island.kind == Kind::Island);
  CHECK(shortJump.target == island.address);
  // The island lies where the moved instructions of the first hook were.
  CHECK(island.address == f.addresses[2]);
}

TEST_CASE("A patch without room for an island is an int3",
          "[instrumentation][kinds]") {
  AssembledFunction f("1: dec %ecx\n 2: dec %eax\n jnz 2b\n jmp 1b");
  PatchedModule patched = f.patch({0});
  REQUIRE(patched.patches.size() == 2);
  CHECK(patched.patches[1].kind == Kind::Island);
  CHECK(patched.patches[1].address == f.function.high);

  // The function has exactly 16 bytes, so no padding follows.
  AssembledFunction full("1: dec %ecx\n 2: dec %eax\n jnz 2b\n jmp 1b\n"
                         ".skip 8, 0x90");
  REQUIRE(full.function.high % 16 == 0);
  patched = full.patch({0});
  REQUIRE(patched.patches.size() == 1);
  CHECK(patched.patches[0].kind == Kind::Trap);
  CHECK(patched.patches[0].target == patched.runs[0].trampoline);
}

TEST_CASE("A patch may extend into the padding after a function",
          "[instrumentation][kinds]") {
  AssembledFunction f("push %rbp\n mov %rsp, %rbp\n test %edi, %edi\n je 1f\n"
                      "nop\n 1: leave\n ret");
  PatchedModule patched = f.patch({5});
  REQUIRE(patched.patches.size() == 1);
  CHECK(patched.patches[0].kind == Kind::Jump);
  CHECK(patched.patches[0].address + 2 == f.function.high);
  CHECK(f.linesAt(patched, patched.runs[0].trampoline, 2) ==
        Lines{"leave", "ret"});
}

TEST_CASE("A nameless function after a function is not padding",
          "[instrumentation][kinds]") {
  // The bytes after the function, endbr64 and four nops, look like padding.
  AssembledFunction f("xor %eax, %eax\n 1: dec %eax\n jnz 1b\n leave\n ret\n"
                      ".size f, .-f\n .skip 4, 0x90\n endbr64\n");
  f.function.high = f.function.low + 8;
  f.addresses.resize(5);
  PatchedModule patched = f.patch({3});
  CHECK(patched.runs[0].kind == Kind::Trap);
}

TEST_CASE("Calls stay in place unless a patch covers them",
          "[instrumentation][kinds]") {
  SECTION("after the patch") {
    AssembledFunction f("mov $1, %eax\n mov $2, %ecx\n call g\n ret");
    PatchedModule patched = f.patch({0});
    CHECK(patched.movedCalls == 0);
    CHECK(patched.runs[0].end == f.addresses[2]);
  }
  SECTION("under a hook") {
    AssembledFunction f("call g\n ret");
    PatchedModule patched = f.patch({0});
    CHECK(patched.movedCalls == 1);
    CHECK(patched.runs[0].end == f.addresses[1]);
    uint64_t g = f.code.findFunction("g")->address;
    Lines lines = f.linesAt(patched, patched.runs[0].trampoline, 1);
    CHECK(lines[0] == "call " + hexadecimal(patched.runs[0].trampoline + 6));
    lines = f.linesAt(patched, patched.runs[0].trampoline + 6, 2);
    CHECK(lines[1] == "jmp " + hexadecimal(g));
  }
  SECTION("within five bytes, near an island") {
    AssembledFunction f("test %edi, %edi\n je 1f\n mov $1, %eax\n"
                        "mov $2, %ecx\n mov $3, %edx\n 1: xor %eax, %eax\n"
                        "call g\n ret");
    PatchedModule patched = f.patch({2, 5});
    CHECK(patched.movedCalls == 0);
    CHECK(patched.runs[1].kind == Kind::ShortJump);
  }
  SECTION("within five bytes, without an island") {
    AssembledFunction f("xor %eax, %eax\n call g\n 1: dec %eax\n jnz 1b\n ret");
    f.function.high = f.function.low + 11;
    f.addresses.resize(4);
    PatchedModule patched = f.patch({0});
    CHECK(patched.movedCalls == 1);
    CHECK(patched.runs[0].kind == Kind::Jump);
  }
}

TEST_CASE("Moved code accesses the same data and leads to the same places",
          "[instrumentation][kinds]") {
  AssembledFunction f("mov word(%rip), %eax\n"
                      "movl $0x1000, word(%rip)\n test %eax, %eax\n je g\n"
                      "loop g\n jmp g",
                      "word: .long 7");
  PatchedModule patched = f.patch({0, 3, 4, 5});
  REQUIRE(patched.runs.size() == 1);
  uint64_t at = patched.runs[0].trampoline;
  Lines original, moved = f.linesAt(patched, at, 4);
  auto decoder = Decoder::create();
  for (size_t i = 0; i < 4; ++i)
    original.push_back(
        (*decoder)->text(f.code.bytesAt(f.addresses[i], 10), f.addresses[i]));
  CHECK(moved == original);
}

TEST_CASE("Prefixes without effect are dropped from moved branches",
          "[instrumentation][kinds]") {
  AssembledFunction f("1: dec %eax\n .byte 0xf2\n jnz 1b\n dec %ecx\n"
                      ".byte 0xf3\n jnz 1b\n jmp g");
  PatchedModule patched = f.patch({0, 1, 3});
  CHECK(patched.runs.size() == 1);
  // The address-size prefix has no effect on a branch.
  AssembledFunction g("1: dec %eax\n .byte 0x67\n jge 1b\n jmp g");
  CHECK(g.patch({0, 1}).runs.size() == 1);
  // The prefix `bnd` was made for processors that checked bounds. It has no
  // effect here.
  AssembledFunction h("mov %edi, %eax\n .byte 0xf2\n call *0x21(%rbp)\n ret");
  CHECK(h.patch({0, 1}).runs.size() == 1);
}

TEST_CASE("A branch that is not a legal instruction is not moved",
          "[instrumentation][kinds]") {
  AssembledFunction f("dec %eax\n .byte 0xf0\n jnz g\n nop\n ret");
  auto patched = f.tryPatch({1});
  REQUIRE_FALSE(bool(patched));
  CHECK(llvm::StringRef(llvm::toString(patched.takeError()))
            .contains("can't be moved: lock jne"));
}

TEST_CASE("A branch to a moved run goes straight to its trampoline",
          "[instrumentation][kinds]") {
  AssembledFunction f("1: mov $1, %eax\n mov $2, %ecx\n dec %edi\n jnz 1b\n"
                      "ret");
  PatchedModule patched = f.patch({0});
  REQUIRE(patched.runs.size() == 1);
  Lines lines = f.linesAt(patched, patched.runs[0].trampoline, 4);
  CHECK(lines[3] == "jne " + hexadecimal(patched.runs[0].trampoline));
}

TEST_CASE("A hook at endbr64 is put after it", "[instrumentation][kinds]") {
  AssembledFunction f("endbr64\n push %rbp\n mov %rsp, %rbp\n mov $1, %eax\n"
                      "pop %rbp\n ret");
  PatchedModule patched = f.patch({0, 2});
  REQUIRE(patched.patches.size() == 1);
  CHECK(patched.patches[0].address == f.addresses[1]);
  CHECK(patched.hooks[0].start == patched.runs[0].trampoline);
  CHECK(patched.landingOf(f.addresses[0]) == patched.hooks[0].body);
  CHECK(patched.landingOf(f.addresses[2]) == patched.hooks[1].body);
}

TEST_CASE("A hook at endbr64 is put there if control may come in after it",
          "[instrumentation][kinds]") {
  AssembledFunction f("test %edi, %edi\n je 1f\n nopl (%rax)\n endbr64\n"
                      "1: mov $1, %eax\n ret");
  PatchedModule patched = f.patch({3, 4});
  REQUIRE(patched.runs.size() == 2);
  CHECK(patched.runs[0].begin == f.addresses[3]);
  CHECK(patched.runs[1].begin == f.addresses[4]);
}

TEST_CASE("Each address in a trampoline has an original address",
          "[instrumentation][kinds]") {
  AssembledFunction f("mov $1, %eax\n mov $2, %ecx\n 1: dec %ecx\n jnz 1b\n"
                      "ret");
  f.sites = {{f.addresses[0], 0}};
  VisibleHooks emitter;
  PatchOptions options;
  options.trampolineBase = AssembledFunction::base;
  auto patched = patchModule(f.code, f.function, f.sites, emitter, options);
  REQUIRE(bool(patched));
  CHECK(f.findings(*patched) == Lines());
  uint64_t at = patched->runs[0].trampoline;
  CHECK(f.linesAt(*patched, at, 6) ==
        Lines{"nop", "nop", "mov eax, 0x1", "mov ecx, 0x2",
              "jmp " + hexadecimal(f.addresses[2]), "ud2"});
  CHECK(patched->hooks[0].start == at);
  CHECK(patched->hooks[0].body == at + 2);
  CHECK(patched->originalOf(at + 1) == f.addresses[0]);
  CHECK(patched->originalOf(at + 3) == f.addresses[0]);
  CHECK(patched->originalOf(at + 7) == f.addresses[1]);
  CHECK(patched->originalOf(at + 12) == f.addresses[2]);
  CHECK(patched->originalOf(at + 17) == f.addresses[0]);
  CHECK_FALSE(patched->originalOf(at - 1));
  CHECK_FALSE(patched->originalOf(f.addresses[0]));
}

TEST_CASE("A run ends at an entry of a jump table",
          "[instrumentation][kinds]") {
  const char *relative = "lea table(%rip), %rcx\n movslq (%rcx,%rdi,4), %rax\n"
                         "add %rcx, %rax\n jmp *%rax\n"
                         "1: mov $1, %eax\n 2: mov $2, %edx\n"
                         "3: mov $3, %ecx\n ret\n"
                         ".section .rodata\n .p2align 2\n"
                         "table: .long 1b-table, 2b-table, 3b-table\n .text";
  AssembledFunction f(relative);
  PatchedModule patched = f.patch({4});
  CHECK(patched.runs[0].end == f.addresses[5]);

  SECTION("control may come in anywhere if a jump could lead anywhere") {
    AssembledFunction lost("jmp *%rdi\n mov $1, %eax\n mov $2, %edx\n ret");
    patched = lost.patch({1});
    CHECK(patched.runs[0].end == lost.addresses[2]);
  }
}

TEST_CASE("Options keep runs short", "[instrumentation][kinds]") {
  AssembledFunction f("push %rbp\n mov %rsp, %rbp\n sub $32, %rsp\n"
                      "mov $1, %eax\n leave\n ret");
  PatchOptions options;
  SECTION("only as long as the patch needs") {
    options.minimalRuns = true;
    PatchedModule patched = f.patch({0}, options);
    CHECK(patched.runs[0].end == f.addresses[3]);
    CHECK(patched.runs[0].kind == Kind::Jump);
  }
  SECTION("one instruction for an int3") {
    options.trapsOnly = true;
    PatchedModule patched = f.patch({0, 1}, options);
    REQUIRE(patched.runs.size() == 2);
    CHECK(patched.runs[0].end == f.addresses[1]);
    CHECK(patched.patches[1].kind == Kind::Trap);
  }
}

TEST_CASE("Code that can't be patched is refused", "[instrumentation][kinds]") {
  AssembledFunction f("mov $1, %eax\n lcall *(%rdi)\n ret");
  auto refusal = [](llvm::Expected<PatchedModule> patched) {
    REQUIRE_FALSE(bool(patched));
    return llvm::toString(patched.takeError());
  };
  CHECK_THAT(refusal(f.tryPatch({1})), Catch::Contains("can't be moved"));
  ++f.addresses[0];
  CHECK_THAT(refusal(f.tryPatch({0})), Catch::Contains("no instruction at"));
  f.addresses[0] = f.function.high;
  CHECK_THAT(refusal(f.tryPatch({0})), Catch::Contains("not in any function"));
  f.addresses[0] = f.function.low;
  PatchOptions options;
  options.trampolineBase = uint64_t(1) << 32;
  CHECK_THAT(refusal(f.tryPatch({0}, options)), Catch::Contains("2 GiB"));
}

// Tests that the verifier finds broken patches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AssembledFunction.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// Builds a function that needs each kind of patch and each form of displaced
/// code.
AssembledFunction everything() {
  return AssembledFunction(
      "endbr64\n push %rbp\n mov %rsp, %rbp\n mov word(%rip), %eax\n"
      "test %eax, %eax\n je 3f\n mov $3, %ecx\n mov $2, %edx\n"
      "1: dec %ecx\n 2: dec %eax\n jnz 2b\n jrcxz 3f\n jmp 1b\n"
      "3: call g\n 4: call *slot(%rip)\n 5: nop\n 6: lock incl (%rsp)\n"
      "test $1, %al\n jnz 5b\n js 6b\n leave\n ret",
      "word: .long 0\n slot: .quad g");
}

constexpr size_t hooked[] = {0, 3, 6, 8, 11, 13, 14, 15, 16, 20};

bool isFound(const AssembledFunction &f, const PatchedModule &broken,
             llvm::StringRef text) {
  for (const std::string &finding : f.findings(broken))
    if (llvm::StringRef(finding).contains(text))
      return true;
  UNSCOPED_INFO("not found: " << text.str());
  return false;
}

} // namespace

TEST_CASE("The fixture has patches of all kinds",
          "[instrumentation][verifier]") {
  AssembledFunction f = everything();
  PatchedModule patched = f.patch(hooked);
  std::set<Patch::Kind> kinds;
  for (const Patch &patch : patched.patches)
    kinds.insert(patch.kind);
  CHECK(kinds.size() == 4);
  CHECK(patched.movedCalls == 2);
}

TEST_CASE("Any wrong byte of a patch is found", "[instrumentation][verifier]") {
  AssembledFunction f = everything();
  PatchedModule patched = f.patch(hooked);
  for (size_t i = 0; i < patched.patches.size(); ++i)
    for (size_t byte = 0; byte < patched.patches[i].replacement.size(); ++byte)
      for (unsigned bit = 0; bit < 8; ++bit) {
        INFO("patch " << i << " byte " << byte << " bit " << bit);
        PatchedModule broken = patched;
        broken.patches[i].replacement[byte] ^= static_cast<uint8_t>(1 << bit);
        CHECK_FALSE(f.findings(broken).empty());
      }
}

TEST_CASE("Any wrong byte of displaced code is found",
          "[instrumentation][verifier]") {
  AssembledFunction f = everything();
  PatchedModule patched = f.patch(hooked);
  std::vector<size_t> missed;
  size_t tried = 0;
  for (size_t byte = 0; byte < patched.trampolines.size(); ++byte) {
    // These bytes fill gaps and are never executed.
    if (patched.trampolines[byte] == 0xcc)
      continue;
    PatchedModule broken = patched;
    broken.trampolines[byte] ^= 0x01;
    ++tried;
    if (f.findings(broken).empty())
      missed.push_back(byte);
  }
  CHECK(tried > 100);
  // The lowest bit of REX has no effect on an access relative to rip.
  size_t rex = patched.landingOf(f.addresses[14]) - patched.trampolineBase;
  CHECK(missed == std::vector<size_t>{rex});
}

TEST_CASE("The verifier names each kind of mistake in a list of patches",
          "[instrumentation][verifier]") {
  AssembledFunction f = everything();
  PatchedModule patched = f.patch(hooked);
  PatchedModule broken = patched;
  auto firstOf = [&](Patch::Kind kind) -> Patch & {
    for (Patch &patch : broken.patches)
      if (patch.kind == kind)
        return patch;
    FAIL("no such patch");
    return broken.patches.front();
  };
  auto eraseFirst = [&](Patch::Kind kind) {
    size_t index = static_cast<size_t>(&firstOf(kind) - broken.patches.data());
    broken.patches.erase(broken.patches.begin() +
                         static_cast<std::ptrdiff_t>(index));
  };
  SECTION("a patch is missing") {
    eraseFirst(Patch::Kind::Jump);
    CHECK(isFound(f, broken, "nothing leads into the run"));
  }
  SECTION("an island is missing") {
    eraseFirst(Patch::Kind::Island);
    CHECK(isFound(f, broken, "there is no island"));
  }
  SECTION("the original bytes differ") {
    firstOf(Patch::Kind::Jump).original[0] ^= 1;
    CHECK(isFound(f, broken, "original bytes differ"));
  }
  SECTION("patches overlap") {
    broken.patches.insert(broken.patches.begin(), broken.patches.front());
    CHECK(isFound(f, broken, "two patches overlap"));
  }
  SECTION("a run is missing") {
    broken.runs.erase(broken.runs.begin());
    CHECK(isFound(f, broken, "no run starts at this patch"));
    CHECK(isFound(f, broken, "its hook is never executed"));
  }
  SECTION("a run contains a place where control may come in") {
    broken.runs[1].end = broken.runs[2].end;
    broken.runs.erase(broken.runs.begin() + 2);
    CHECK(isFound(f, broken, "control may come into the middle of the run"));
  }
  SECTION("a hook has another address") {
    ++broken.hooks[1].start;
    CHECK(isFound(f, broken, "its hook is not executed before it"));
  }
  SECTION("a hook is missing") {
    broken.hooks.pop_back();
    CHECK(isFound(f, broken, "the number of hooks differs"));
  }
  SECTION("a copy is recorded at another address") {
    ++broken.copies[f.addresses[3]];
    CHECK(isFound(f, broken, "its copy is not at the recorded address"));
  }
}

TEST_CASE("A jump over a place where control may come in is found",
          "[instrumentation][verifier]") {
  AssembledFunction f("1: dec %ecx\n 2: dec %eax\n jnz 2b\n jmp 1b\n"
                      ".skip 8, 0x90");
  PatchedModule broken = f.patch({0});
  REQUIRE(broken.patches.size() == 1);
  Patch &patch = broken.patches[0];
  REQUIRE(patch.kind == Patch::Kind::Trap);
  patch.kind = Patch::Kind::Jump;
  uint32_t distance = static_cast<uint32_t>(patch.target - patch.address - 5);
  patch.replacement = {0xe9, uint8_t(distance), uint8_t(distance >> 8),
                       uint8_t(distance >> 16), uint8_t(distance >> 24)};
  auto bytes = f.code.bytesAt(patch.address, 5);
  patch.original.assign(bytes.begin(), bytes.end());
  CHECK(isFound(f, broken, "control may come into the middle of the patch"));
  CHECK(isFound(f, broken, "the patch covers more than its run"));
}

TEST_CASE("An island in live code is found", "[instrumentation][verifier]") {
  AssembledFunction f("mov $1, %eax\n mov $2, %edx\n mov $3, %ecx\n"
                      "1: dec %ecx\n 2: dec %eax\n jnz 2b\n test %ecx, %ecx\n"
                      "jnz 1b\n mov $4, %esi\n ret");
  PatchedModule broken = f.patch({0, 3});
  Patch island = broken.patches[1];
  Patch &shortJump = broken.patches[2];
  REQUIRE(island.kind == Patch::Kind::Island);
  island.address = f.addresses[8];
  uint32_t distance = static_cast<uint32_t>(island.target - island.address - 5);
  island.replacement = {0xe9, uint8_t(distance), uint8_t(distance >> 8),
                        uint8_t(distance >> 16), uint8_t(distance >> 24)};
  auto bytes = f.code.bytesAt(island.address, 5);
  island.original.assign(bytes.begin(), bytes.end());
  shortJump.target = island.address;
  shortJump.replacement[1] =
      static_cast<uint8_t>(island.address - shortJump.address - 2);
  broken.patches.erase(broken.patches.begin() + 1);
  broken.patches.push_back(island);
  CHECK(f.findings(broken) ==
        std::vector<std::string>{hexadecimal(island.address) +
                                 ": the island lies in code that may be "
                                 "executed"});
}

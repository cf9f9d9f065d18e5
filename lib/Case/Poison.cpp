// Chooses the poison with which a program starts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Poison.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

llvm::StringRef pinstripe::poisonName(Poison poison) {
  switch (poison) {
  case Poison::Pattern:
    return "pattern";
  case Poison::Zero:
    return "zero";
  case Poison::Large:
    return "large";
  case Poison::Stale:
    return "stale";
  }
  return "";
}

/// glibc fills allocated memory with the complement of this byte, and freed
/// memory with the byte itself.
static llvm::StringRef perturbByte(Poison poison) {
  switch (poison) {
  case Poison::Pattern:
    return "90"; // 0xa5 in allocated memory
  case Poison::Zero:
    return "255"; // 0x00
  case Poison::Large:
    return "128"; // 0x7f
  case Poison::Stale:
    return "";
  }
  return "";
}

/// Disables restartable sequences. The kernel ends a program that has
/// overwritten the area for these at the next task switch, so that the ending
/// would depend on the load of the machine.
static constexpr llvm::StringLiteral noRestartableSequences =
    "glibc.pthread.rseq=0";

static std::string tunablesFor(llvm::StringRef former, Poison poison) {
  constexpr llvm::StringLiteral name = "glibc.malloc.perturb=";
  llvm::SmallVector<llvm::StringRef> parts;
  former.split(parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::erase_if(parts, [&](llvm::StringRef part) {
    return part.starts_with(name) || part == noRestartableSequences;
  });
  std::string perturb = (name + perturbByte(poison)).str();
  if (poison != Poison::Stale)
    parts.push_back(perturb);
  llvm::StringRef rseq = noRestartableSequences.split('=').first;
  if (llvm::none_of(
          parts, [&](llvm::StringRef part) { return part.starts_with(rseq); }))
    parts.push_back(noRestartableSequences);
  return llvm::join(parts, ":");
}

std::vector<std::string>
pinstripe::withPoison(llvm::ArrayRef<std::string> environment, Poison poison) {
  constexpr llvm::StringLiteral name = "GLIBC_TUNABLES";
  auto nameOf = [](llvm::StringRef assignment) {
    return assignment.split('=').first;
  };
  std::vector<std::string> result = environment.vec();
  auto place = llvm::find_if(result, [&](llvm::StringRef assignment) {
    return nameOf(assignment) >= name;
  });
  if (place == result.end() || nameOf(*place) != name)
    place = result.insert(place, (name + "=").str());
  llvm::StringRef former = llvm::StringRef(*place).split('=').second;
  *place = (name + "=" + tunablesFor(former, poison)).str();
  return result;
}

LaunchSpec pinstripe::withPoison(LaunchSpec launch, Poison poison) {
  launch.poison = poison;
  launch.environment = withPoison(launch.environment, poison);
  return launch;
}

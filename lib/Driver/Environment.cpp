//===- Environment.cpp - What programs see of ours ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/Environment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <unistd.h>

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

llvm::StringRef pinstripe::flowName(Flow flow) {
  return flow == Flow::Guarded ? "guarded" : "trace";
}

static bool isPassedOn(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("PATH", "HOME", "USER", "LOGNAME", true)
      .Cases("LANG", "TZ", "LD_LIBRARY_PATH", true)
      .StartsWith("LC_", true)
      .Default(false);
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

/// The kernel ends a program that has overwritten its area for restartable
/// sequences, at the next switch of tasks: an ending that depends on the load
/// of the machine.
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

static std::vector<std::string>
listOf(const std::map<std::string, std::string> &variables) {
  std::vector<std::string> result;
  for (const auto &[name, value] : variables)
    result.push_back(name + "=" + value);
  return result;
}

static void add(std::map<std::string, std::string> &variables,
                llvm::StringRef assignment) {
  auto [name, value] = assignment.split('=');
  variables[name.str()] = value.str();
}

std::vector<std::string>
pinstripe::runEnvironment(llvm::ArrayRef<std::string> additions,
                          Poison poison) {
  std::map<std::string, std::string> variables;
  for (char **entry = environ; entry && *entry; ++entry)
    if (isPassedOn(llvm::StringRef(*entry).split('=').first))
      add(variables, *entry);
  for (const std::string &addition : additions)
    add(variables, addition);
  // Lazy binding would run the dynamic linker in the middle of events.
  variables["LD_BIND_NOW"] = "1";
  return withPoison(listOf(variables), poison);
}

std::vector<std::string>
pinstripe::withPoison(llvm::ArrayRef<std::string> environment, Poison poison) {
  std::map<std::string, std::string> variables;
  for (const std::string &assignment : environment)
    add(variables, assignment);
  variables["GLIBC_TUNABLES"] =
      tunablesFor(variables["GLIBC_TUNABLES"], poison);
  return listOf(variables);
}

LaunchSpec pinstripe::withPoison(LaunchSpec launch, Poison poison) {
  launch.poison = poison;
  launch.environment = withPoison(launch.environment, poison);
  return launch;
}

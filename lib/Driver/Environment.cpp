//===- Environment.cpp - What programs see of ours ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/Environment.h"
#include "llvm/ADT/StringRef.h"
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
  case Poison::Stale:
    return "stale";
  }
  return "";
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
  case Poison::Stale:
    return "";
  }
  return "";
}

std::vector<std::string>
pinstripe::runEnvironment(llvm::ArrayRef<std::string> additions,
                          Poison poison) {
  std::map<std::string, std::string> variables;
  for (char **entry = environ; entry && *entry; ++entry) {
    auto [name, value] = llvm::StringRef(*entry).split('=');
    if (isPassedOn(name))
      variables[name.str()] = value.str();
  }
  for (llvm::StringRef addition : additions) {
    auto [name, value] = addition.split('=');
    variables[name.str()] = value.str();
  }
  // Lazy binding would run the dynamic linker in the middle of events.
  variables["LD_BIND_NOW"] = "1";
  llvm::StringRef perturb = perturbByte(poison);
  if (!perturb.empty()) {
    std::string &tunables = variables["GLIBC_TUNABLES"];
    tunables += (tunables.empty() ? "" : ":");
    tunables += "glibc.malloc.perturb=" + perturb.str();
  }
  std::vector<std::string> result;
  for (const auto &[name, value] : variables)
    result.push_back(name + "=" + value);
  return result;
}

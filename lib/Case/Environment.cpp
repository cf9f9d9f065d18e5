// Makes the environment variables of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Environment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstdlib>
#include <map>
#include <unistd.h>

using namespace pinstripe;

/// The kinds of poison. A poison is a pattern in memory that the program has
/// not set. The table has the order of the enumerators of Poison.
static constexpr struct {
  llvm::StringLiteral name;
  /// The byte for glibc's tunable `glibc.malloc.perturb`. glibc fills freed
  /// memory with this byte, and allocated memory with its complement.
  llvm::StringLiteral perturbByte;
} poisons[] = {
    // All values have the same length. So the environment has the same length
    // with each poison, and the stack begins at the same address.
    {"pattern", "0x5a"}, // 0xa5 in allocated memory
    {"zero", "0xff"},    // 0x00
    {"large", "0x80"},   // 0x7f
    {"stale", "0x00"},   // glibc fills nothing
};

llvm::StringRef pinstripe::poisonName(Poison poison) {
  return poisons[static_cast<size_t>(poison)].name;
}

/// The setting with which glibc does without restartable sequences (rseq). If a
/// program overwrites the memory that these sequences need, the kernel ends the
/// program at the next task switch. Then the load of the machine would decide
/// how the run ends.
static constexpr llvm::StringLiteral noRestartableSequences =
    "glibc.pthread.rseq=0";

static constexpr llvm::StringLiteral perturbation = "glibc.malloc.perturb=";

/// Two features of AddressSanitizer are turned off. One is LeakSanitizer, which
/// refuses to work in a program that is traced. The other one detects uses of
/// variables after a return. It would keep variables outside of the stack
/// frames, but Pinstripe expects them in the frames.
static constexpr llvm::StringLiteral sanitizerOptions[] = {
    "detect_leaks=0", "detect_stack_use_after_return=0"};

/// Returns the settings in `settings`, which are separated by colons, without
/// those for which `isOwn` returns true.
static llvm::SmallVector<llvm::StringRef>
settingsWithout(llvm::StringRef settings,
                llvm::function_ref<bool(llvm::StringRef)> isOwn) {
  llvm::SmallVector<llvm::StringRef> parts;
  settings.split(parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::erase_if(parts, isOwn);
  return parts;
}

static bool isOwnTunable(llvm::StringRef setting) {
  return setting.starts_with(perturbation) || setting == noRestartableSequences;
}

static std::string tunablesFor(llvm::StringRef former, Poison poison) {
  llvm::SmallVector<llvm::StringRef> parts =
      settingsWithout(former, isOwnTunable);
  std::string perturb =
      (perturbation + poisons[static_cast<size_t>(poison)].perturbByte).str();
  parts.push_back(perturb);
  llvm::StringRef rseq = noRestartableSequences.split('=').first;
  if (llvm::none_of(
          parts, [&](llvm::StringRef part) { return part.starts_with(rseq); }))
    parts.push_back(noRestartableSequences);
  return llvm::join(parts, ":");
}

using Variables = std::map<std::string, std::string>;

static void add(Variables &variables, llvm::StringRef assignment) {
  auto [name, value] = assignment.split('=');
  variables[name.str()] = value.str();
}

static std::vector<std::string> assignments(const Variables &variables) {
  std::vector<std::string> result;
  for (const auto &[name, value] : variables)
    result.push_back(name + "=" + value);
  return result;
}

static std::vector<std::string> poisoned(Variables variables, Poison poison) {
  std::string &tunables = variables["GLIBC_TUNABLES"];
  tunables = tunablesFor(tunables, poison);
  return assignments(variables);
}

std::vector<std::string>
pinstripe::withAddressSanitizer(llvm::ArrayRef<std::string> environment,
                                std::string &added) {
  Variables variables;
  for (const std::string &assignment : environment)
    add(variables, assignment);
  std::string &options = variables["ASAN_OPTIONS"];
  for (llvm::StringRef option : sanitizerOptions) {
    if (llvm::StringRef(options).contains(option.split('=').first))
      continue;
    added += (added.empty() ? "" : ":") + option.str();
    options += (options.empty() ? "" : ":") + option.str();
  }
  return assignments(variables);
}

std::vector<std::string>
pinstripe::withPoison(llvm::ArrayRef<std::string> environment, Poison poison) {
  Variables variables;
  for (const std::string &assignment : environment)
    add(variables, assignment);
  return poisoned(std::move(variables), poison);
}

LaunchSpec pinstripe::withPoison(LaunchSpec launch, Poison poison) {
  launch.poison = poison;
  launch.environment = withPoison(launch.environment, poison);
  return launch;
}

static bool isPassedOn(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("PATH", "HOME", "USER", "LOGNAME", true)
      .Cases("LANG", "TZ", "LD_LIBRARY_PATH", true)
      .StartsWith("LC_", true)
      .Default(false);
}

std::vector<std::string>
pinstripe::runEnvironment(llvm::ArrayRef<std::string> additions,
                          Poison poison) {
  Variables variables;
  for (char **entry = environ; entry && *entry; ++entry)
    if (isPassedOn(llvm::StringRef(*entry).split('=').first))
      add(variables, *entry);
  for (const std::string &addition : additions)
    add(variables, addition);
  // LD_BIND_NOW makes the dynamic linker resolve all symbols when the program
  // starts. Otherwise the linker would resolve each symbol when it is first
  // called, in the middle of a statement.
  variables["LD_BIND_NOW"] = "1";
  return poisoned(std::move(variables), poison);
}

/// Returns the value of a variable without what Pinstripe has added to it.
/// Returns an empty string if Pinstripe has made the whole value.
static std::string statedValue(llvm::StringRef name, llvm::StringRef value) {
  if (name == "LD_BIND_NOW")
    return "";
  if (name == "GLIBC_TUNABLES")
    return llvm::join(settingsWithout(value, isOwnTunable), ":");
  if (name == "ASAN_OPTIONS")
    return llvm::join(settingsWithout(value,
                                      [](llvm::StringRef setting) {
                                        return llvm::is_contained(
                                            sanitizerOptions, setting);
                                      }),
                      ":");
  return value.str();
}

std::vector<std::string>
pinstripe::addedVariables(llvm::ArrayRef<std::string> environment) {
  std::vector<std::string> added;
  for (const std::string &assignment : environment) {
    auto [name, value] = llvm::StringRef(assignment).split('=');
    const char *present = std::getenv(name.str().c_str());
    bool isInherited = isPassedOn(name) && present && value == present;
    std::string stated = statedValue(name, value);
    bool isOwn = stated.empty() && !value.empty();
    if (!isInherited && !isOwn)
      added.push_back((name + "=" + stated).str());
  }
  return added;
}

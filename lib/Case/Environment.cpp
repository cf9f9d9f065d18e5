// Makes the environment variables of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/Poison.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <unistd.h>

using namespace pinstripe;

static bool isPassedOn(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("PATH", "HOME", "USER", "LOGNAME", true)
      .Cases("LANG", "TZ", "LD_LIBRARY_PATH", true)
      .StartsWith("LC_", true)
      .Default(false);
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
  // With lazy binding, the dynamic linker would run in the middle of events.
  variables["LD_BIND_NOW"] = "1";
  return withPoison(listOf(variables), poison);
}

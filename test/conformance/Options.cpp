// Parses the command line that the conformance programs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Options.h"
#include "llvm/ADT/StringRef.h"

using namespace pinstripe;
using namespace pinstripe::conformance;

const char *const conformance::usage =
    " [options] -- PROGRAM ARGUMENTS\n"
    "  --stdin FILE         standard input of the program\n"
    "  --watch FILE         its content is part of what must be the same\n"
    "  --module FILE        a library that is traced like the program\n"
    "  --random N           number of random plans\n"
    "  --seed S             of the random plans\n"
    "  --values S           compare values, too; a seed\n"
    "  --guarded 1          all of them in guarded flow\n"
    "  --reference-every N  LLDB takes part in every N-th of them\n"
    "  --plan K             try the K-th random plan only\n"
    "  --whole 1            fail if the recording ends before the program\n"
    "  --engines LIST       some of launching,lldb,native,int3\n";

static bool setOption(Options &options, llvm::StringRef name,
                      llvm::StringRef value) {
  unsigned number = 0;
  bool isNumber = !value.getAsInteger(10, number);
  if (name == "--stdin")
    options.standardInput = value.str();
  else if (name == "--watch")
    options.observedFiles.push_back(value.str());
  else if (name == "--module")
    options.modules.push_back(value.str());
  else if (name == "--engines")
    options.engines = value.str();
  else if (!isNumber)
    return false;
  else if (name == "--random")
    options.random = number;
  else if (name == "--seed")
    options.seed = number;
  else if (name == "--values")
    options.valuesSeed = number;
  else if (name == "--guarded")
    options.guarded = number;
  else if (name == "--reference-every")
    options.referenceEvery = number;
  else if (name == "--whole")
    options.whole = number;
  else if (name == "--plan")
    options.onlyPlan = number;
  else
    return false;
  return true;
}

std::optional<Options> conformance::parseOptions(int count, char **values) {
  Options options;
  int i = 1;
  for (; i + 1 < count && llvm::StringRef(values[i]) != "--"; i += 2)
    if (!setOption(options, values[i], values[i + 1]))
      return std::nullopt;
  for (++i; i < count; ++i)
    options.command.push_back(values[i]);
  if (options.command.empty())
    return std::nullopt;
  return options;
}

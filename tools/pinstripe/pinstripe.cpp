// The main program of Pinstripe: parses the command line and runs the verb.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each verb has a file of its own. The library CLI11, which parses the command
// line, throws exceptions, but no code outside of the folder tools/ does.

#include "CommandLine.h"
#include "Console.h"
#include "CrashMessage.h"
#include "MPILanes.h"
#include "llvm/ADT/StringRef.h"
#include <csignal>

using namespace pinstripe;

static ExitStatus runTool(int argc, char **argv) {
  CommandLine line;
  if (std::optional<ExitStatus> ended = line.parse({argv, argv + argc}))
    return *ended;
  return line.run();
}

int main(int argc, char **argv) {
  installCrashMessage();
  // SIGPIPE is ignored. The tool must not end when it writes to a pipe without
  // a reader, or to an lldb-server that has ended.
  std::signal(SIGPIPE, SIG_IGN);
  if (argc == 2 && llvm::StringRef(argv[1]) == serveLaneWord)
    return serveMPILane();
  becomeLaneIfWanted(argc, argv);
  return static_cast<int>(finishOutput(runTool(argc, argv)));
}

// Writes the first inputs of all fuzzers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Seeds.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace pinstripe;

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: FuzzSeeds FOLDER PROGRAMS\n";
    return 2;
  }
  std::map<std::string, unsigned> written;
  auto write = [&](llvm::StringRef fuzzer, llvm::StringRef input) {
    std::string folder = argv[1] + ("/" + fuzzer).str();
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      llvm::report_fatal_error(llvm::Twine(folder) + ": " + error.message());
    unsigned number = ++written[fuzzer.str()];
    llvm::cantFail(writeFileAtomically(folder + "/" + std::to_string(number),
                                       input, Durability::ProcessKill));
  };
  fuzzing::traceSeeds(write);
  fuzzing::storeSeeds(write);
  fuzzing::sourceSeeds(write);
  fuzzing::textSeeds(write);
  fuzzing::grammarSeeds(write);
  fuzzing::codeSeeds(argv[2], write);
  return 0;
}

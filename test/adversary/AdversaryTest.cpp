// Executes a harmful program in part and checks that the host stays unchanged.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: adversary [options] PROGRAM
//
// The program deletes, kills, fills, connects and more as soon as a guard is
// skipped. It is executed many times with random plans, and after each run the
// host must be as before. Ends with status 77 if runs can't be contained here.

#include "AdversarySuite.h"
#include "Containment.h"
#include "HostLeftovers.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::adversary;
using llvm::errs;

static const char *const usage =
    "usage: adversary [options] PROGRAM\n"
    "  --engine NAME    native or lldb\n"
    "  --runs N         number of partial executions\n"
    "  --seed S         of these\n"
    "  --run K          only the K-th of them\n"
    "  --folder FOLDER  where files are made that must not change\n"
    "  --verbose 1      say what came of each\n"
    "  --unconfined 1   without containment, to see that the suite notices:\n"
    "                   only in a sandbox, see unconfined.sh\n";

static constexpr int skipped = 77;

static bool setOption(Options &options, llvm::StringRef name,
                      llvm::StringRef value) {
  unsigned number = 0;
  bool isNumber = !value.getAsInteger(10, number);
  if (name == "--engine")
    options.engine = value.str();
  else if (name == "--folder")
    options.folder = value.str();
  else if (!isNumber)
    return false;
  else if (name == "--runs")
    options.runs = number;
  else if (name == "--seed")
    options.seed = number;
  else if (name == "--run")
    options.onlyRun = number;
  else if (name == "--verbose")
    options.isVerbose = number != 0;
  else if (name == "--unconfined")
    options.isUnconfined = number != 0;
  else
    return false;
  return true;
}

/// Parses the command line. Returns nullopt if it is wrong.
static std::optional<Options> parseOptions(int count, char **values) {
  Options options;
  int i = 1;
  for (; i + 2 < count; i += 2)
    if (!setOption(options, values[i], values[i + 1]))
      return std::nullopt;
  if (i + 1 != count)
    return std::nullopt;
  llvm::SmallString<256> program;
  if (llvm::sys::fs::real_path(values[i], program))
    return std::nullopt;
  options.program = program.str().str();
  return options;
}

/// Returns the exit status with which the program must end at once, or 0 if it
/// can go on.
static int refuse(const Options &options) {
  std::string reason = whyNotContained();
  if (options.isUnconfined && !isInSandbox()) {
    errs() << "adversary: --unconfined is for a sandbox with process numbers "
              "of its own and few processes, which root does not heed: see "
              "unconfined.sh\n";
    return 2;
  }
  if (options.isUnconfined || reason.empty())
    return 0;
  errs() << "adversary: skipped: " << reason << "\n";
  return skipped;
}

static llvm::Expected<bool> withstand(const Options &options) {
  auto table = buildUnitTable(options.program, {""});
  if (!table)
    return table.takeError();
  auto world = TestWorld::create(options.folder);
  if (!world)
    return world.takeError();
  AdversarySuite suite(options, *world, *table);
  if (llvm::Error error = suite.run())
    return error;
  return !suite.failed();
}

int main(int count, char **values) {
  auto options = parseOptions(count, values);
  if (!options) {
    errs() << usage;
    return 2;
  }
  if (int status = refuse(*options))
    return status;
  adoptOrphans();
  auto result = withstand(*options);
  if (!result) {
    errs() << "adversary: " << llvm::toString(result.takeError()) << "\n";
    return 1;
  }
  return *result ? 0 : 1;
}

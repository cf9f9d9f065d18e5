// The main function that the conformance programs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ConformanceMain.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;
using namespace pinstripe::conformance;

static llvm::Expected<Subject> subjectOf(Options options,
                                         llvm::StringRef scratch) {
  auto table = buildUnitTable(options.command.front(), {"", options.modules});
  if (!table)
    return table.takeError();
  LaunchSpec launch;
  launch.program = table->programPath();
  launch.argument0 = options.command.front();
  launch.arguments.assign(options.command.begin() + 1, options.command.end());
  launch.environment = runEnvironment({}, launch.poison);
  launch.standardInput = options.standardInput;
  launch.observedFiles = options.observedFiles;
  llvm::SmallString<256> folder;
  if (std::error_code code = llvm::sys::fs::current_path(folder))
    return llvm::errorCodeToError(code);
  launch.workingDirectory = folder.str().str();
  return Subject{std::move(options), std::move(*table), std::move(launch),
                 scratch.str()};
}

int conformance::checkProgram(
    llvm::StringRef name, int count, char **values,
    llvm::function_ref<llvm::Expected<bool>(const Subject &)> check) {
  auto options = parseOptions(count, values);
  if (!options) {
    llvm::errs() << "usage: " << name << usage;
    return 2;
  }
  llvm::SmallString<128> scratch;
  if (llvm::sys::fs::createUniqueDirectory("pinstripe-conformance", scratch))
    return 1;
  auto subject = subjectOf(std::move(*options), scratch);
  auto result =
      subject ? check(*subject) : llvm::Expected<bool>(subject.takeError());
  llvm::sys::fs::remove_directories(scratch);
  if (result)
    return *result ? 0 : 1;
  llvm::errs() << name << ": " << llvm::toString(result.takeError()) << "\n";
  return 1;
}

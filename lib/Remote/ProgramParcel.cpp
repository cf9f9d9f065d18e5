// Sends a failing program to another machine, and tests it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/ProgramParcel.h"
#include "pinstripe/Remote/Machine.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

using namespace pinstripe;

llvm::Expected<LaneOffer> pinstripe::packProgram(const FailingProgram &program,
                                                 const Materials &failing) {
  llvm::Expected<MachineTraits> here = describeMachine(program, failing);
  if (!here)
    return here.takeError();
  return LaneOffer{0, requireSame(std::move(*here)),
                   ProgramOffer{program, failing}};
}

/// How many times slower a lane may be than the searching process.
static constexpr double slowest = 10;

/// Raises the time limits of a program's runs to fit a slower machine.
/// `slowness` says how many times slower the machine is, and `sharing` how many
/// lanes share a processor.
static void slowDown(LaunchSpec &launch, double slowness, unsigned sharing) {
  launch.wallLimitSeconds *= slowness * sharing;
  launch.processorLimitSeconds *= slowness;
  launch.idleLimitSeconds *= slowness;
}

/// Repeats the failing run of the program; its outcome must be FAIL. Returns
/// how many times slower the run was than on the machine of the searching
/// process.
static llvm::Expected<double>
measureSlowness(const FailingProgram &program, const Materials &failing,
                const std::atomic<bool> &interrupted) {
  FailingProgram patient = program;
  // Only this test shows how slow this machine is. So the test gets as much
  // time as the slowest allowed machine would need.
  slowDown(patient.setting.launch, slowest, 1);
  auto tester = createTester(patient, 0, interrupted);
  if (!tester)
    return tester.takeError();
  llvm::Expected<TestedRun> run = (*tester)->test(failing, interrupted);
  if (!run)
    return run.takeError();
  if (run->outcome != Outcome::Fail)
    return llvm::make_error<UsageError>(
        "the program does not fail there as it does here: " + run->ending);
  double usual = program.recorded.seconds;
  return usual > 0 ? std::clamp(run->seconds / usual, 1.0, slowest) : 1;
}

llvm::Expected<ReceivedProgram>
pinstripe::unpackProgram(ProgramOffer offer, const RequiredMachine &machine,
                         unsigned sharing,
                         const std::atomic<bool> &interrupted) {
  ProgramSetting &setting = offer.program.setting;
  // The check programs of the predicate are started in the current folder. So
  // this process changes to the folder in which the search runs.
  const std::string &folder = setting.launch.workingDirectory;
  if (std::error_code code = llvm::sys::fs::set_current_path(folder))
    return llvm::make_error<UsageError>("its " + folder + ": " +
                                        code.message());
  if (llvm::Error error = checkMachine(machine, [&] {
        return describeMachine(offer.program, offer.failing);
      }))
    return error;
  llvm::Expected<TemporaryDirectory> scratch = TemporaryDirectory::create();
  if (!scratch)
    return scratch.takeError();
  setting.scratchDirectory = scratch->path();
  // Runs in a sandbox must see neither this scratch directory nor that of the
  // searching process.
  if (setting.sandbox)
    setting.sandbox->hiddenFolders.push_back(scratch->path());
  llvm::Expected<double> slowness =
      measureSlowness(offer.program, offer.failing, interrupted);
  if (!slowness)
    return slowness.takeError();
  slowDown(setting.launch, *slowness, sharing);
  auto program =
      std::make_unique<const FailingProgram>(std::move(offer.program));
  auto tester = createTester(*program, 0, interrupted);
  if (!tester)
    return tester.takeError();
  return ReceivedProgram{std::move(*scratch), std::move(program),
                         std::move(*tester)};
}

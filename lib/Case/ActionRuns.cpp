// Makes runs in which the actions of a user are replayed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ActionRuns.h"
#include "DisplayProgram.h"
#include "RepeatedRun.h"
#include "TerminalProgram.h"

using namespace pinstripe;

std::string pinstripe::describeActionsEnding(const Ending &ending) {
  const auto *exited = std::get_if<Exited>(&ending);
  return exited && exited->status == waitingStatus ? "waits for the next action"
                                                   : describeEnding(ending);
}

static llvm::Expected<std::unique_ptr<PlayedProgram>>
start(const LaunchSpec &launch, const ActionSetting &setting,
      const RunPlace &place, const std::atomic<bool> &stop) {
  if (const auto *display = std::get_if<DisplaySetting>(&setting))
    return DisplayProgram::start(launch, *display, place, stop);
  return TerminalProgram::start(launch, std::get<TerminalSetting>(setting),
                                place, stop);
}

llvm::Expected<RunResult>
ActionRuns::makeOnce(const LaunchSpec &launch, const ActionSetting &setting,
                     llvm::ArrayRef<Action> actions,
                     llvm::ArrayRef<ProvidedFile> files,
                     const std::atomic<bool> &stop) {
  if (llvm::Error error = prepareRun(place, files))
    return error;
  auto program = start(launch, setting, place, stop);
  if (!program)
    return program.takeError();
  bool isWaiting = (*program)->settle();
  for (const Action &action : actions) {
    if (!isWaiting)
      break;
    (*program)->make(action);
    isWaiting = (*program)->settle();
  }
  return (*program)->finish(place);
}

llvm::Expected<RunResult> ActionRuns::make(const LaunchSpec &launch,
                                           const ActionSetting &setting,
                                           llvm::ArrayRef<Action> actions,
                                           llvm::ArrayRef<ProvidedFile> files,
                                           const std::atomic<bool> &stop) {
  return repeatUntilConvincing(
      [&] { return makeOnce(launch, setting, actions, files, stop); });
}

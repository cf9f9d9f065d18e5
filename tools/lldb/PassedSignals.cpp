// Lets signals that a program handles pass without a stop of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PassedSignals.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include <csignal>

using namespace pinstripe;

void PassedSignals::update(LLDBProcess &process) {
  std::optional<ProcessStatus> status = readStatus(process.id());
  if (!status)
    return;
  lldb::SBUnixSignals signals = process.lldb().GetUnixSignals();
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    // SIGTRAP must still stop the process, since LLDB's breakpoints need it.
    if (signal == SIGTRAP)
      continue;
    bool passes = status->catches(signal) || status->ignores(signal) ||
                  !endsByDefault(signal);
    auto known = passed.find(signal);
    if (passes == (known != passed.end()))
      continue;
    Setting setting;
    if (passes)
      passed[signal] = {signals.GetShouldSuppress(signal),
                        signals.GetShouldStop(signal),
                        signals.GetShouldNotify(signal)};
    else
      setting = passed.extract(known).mapped();
    signals.SetShouldSuppress(signal, setting.suppresses);
    signals.SetShouldStop(signal, setting.stops);
    signals.SetShouldNotify(signal, setting.notifies);
  }
}

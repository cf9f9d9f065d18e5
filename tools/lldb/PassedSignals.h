// Lets signals that a program handles pass without a stop of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_PASSEDSIGNALS_H
#define PINSTRIPE_TOOLS_LLDB_PASSEDSIGNALS_H

#include "LLDB/LLDBProcess.h"
#include <map>

namespace pinstripe {

/// Chooses for which signals LLDB stops a process. A signal for which the
/// process has a handler, or which it ignores, does not end it. Such a signal
/// is passed on to the process without a stop.
class PassedSignals {
public:
  /// Chooses again for which signals LLDB stops the process. Must be called
  /// each time the program has stopped at a hook (where the plugin takes
  /// control), since the program may have changed its handlers. Only signals
  /// whose treatment by the program has changed are touched, so that the user
  /// can choose otherwise by `process handle`.
  void update(LLDBProcess &process);

private:
  /// Says what LLDB does when the process gets a signal. The fields have the
  /// meaning of SBUnixSignals: whether the signal is kept from the process,
  /// whether the process stops, and whether the user is told.
  struct Setting {
    bool suppresses = false, stops = false, notifies = false;
  };
  /// The signals that are passed on to the process without a stop. Each is
  /// stored with the setting that LLDB had for it before.
  std::map<int, Setting> passed;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_PASSEDSIGNALS_H

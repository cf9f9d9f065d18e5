// Lets signals that a program handles pass without a stop of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_PASSEDSIGNALS_H
#define PINSTRIPE_TOOLS_LLDB_PASSEDSIGNALS_H

#include "LLDB/LLDBProcess.h"
#include <map>

namespace pinstripe {

/// Chooses for which signals LLDB stops a process. A signal that the process
/// handles or ignores does not end the process, so LLDB passes it on without a
/// stop.
class PassedSignals {
public:
  /// Chooses again for which signals LLDB stops the process, since the program
  /// may have changed its signal handlers. Must be called each time the program
  /// has stopped at a hook (where the plugin takes control). Changes only the
  /// settings of signals that the program now treats in another way, so that
  /// the user can set all others by `process handle`.
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

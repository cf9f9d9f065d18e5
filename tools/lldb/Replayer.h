// Keeps the state that the commands of the LLDB plugin share: the current case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_REPLAYER_H
#define PINSTRIPE_TOOLS_LLDB_REPLAYER_H

#include "ReplaySession.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Holds the case on which the plugin's commands work. The case is opened when
/// a command first needs it. Each debugger has one such object.
class Replayer {
public:
  explicit Replayer(lldb::SBDebugger debugger) : theDebugger(debugger) {}

  lldb::SBDebugger &debugger() { return theDebugger; }
  /// Makes the case that `options` describe the current case, and ends a
  /// partial execution of another case that is under way. The member `say` of
  /// `options` is ignored.
  void choose(RecordOptions options);
  /// Returns the session of the current case, which runs its partial execution.
  /// If no session is open, opens one and writes notes and warnings about the
  /// case to `stream`.
  llvm::Expected<ReplaySession *> session(llvm::raw_ostream &stream);
  /// Returns the session that runs the partial execution of the current case;
  /// null if no session is open.
  ReplaySession *openSession() { return theSession.get(); }

private:
  lldb::SBDebugger theDebugger;
  RecordOptions options;
  std::unique_ptr<ReplaySession> theSession;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_REPLAYER_H

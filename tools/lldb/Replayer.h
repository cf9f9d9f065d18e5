// What the commands of the plugin share: the case at hand and its session.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_REPLAYER_H
#define PINSTRIPE_TOOLS_LLDB_REPLAYER_H

#include "ReplaySession.h"

namespace pinstripe {

/// The case that the user's commands are about. It is opened when a command
/// needs it for the first time. There is one object for each debugger.
class Replayer {
public:
  explicit Replayer(lldb::SBDebugger debugger) : theDebugger(debugger) {}

  lldb::SBDebugger &debugger() { return theDebugger; }
  /// Makes the case that `options` name the one at hand. Ends the partial
  /// execution of another case.
  void choose(RecordOptions options);
  /// Returns the folder of the case at hand, as the user has named it.
  const std::string &caseDirectory() const { return options.caseDirectory; }
  /// Returns the session of the case at hand. Opens it if necessary.
  llvm::Expected<ReplaySession *> session();
  /// Returns the session of the case at hand; null if it is not open.
  ReplaySession *openSession() { return theSession.get(); }
  /// Ends the partial execution, so that another command can change the case.
  void close() { theSession.reset(); }

private:
  lldb::SBDebugger theDebugger;
  RecordOptions options;
  std::unique_ptr<ReplaySession> theSession;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_REPLAYER_H

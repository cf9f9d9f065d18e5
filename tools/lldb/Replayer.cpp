// Keeps the state that the commands of the LLDB plugin share: the current case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Replayer.h"

using namespace pinstripe;

void Replayer::choose(RecordOptions chosen) {
  theSession.reset();
  options = std::move(chosen);
}

llvm::Expected<ReplaySession *> Replayer::session(llvm::raw_ostream &stream) {
  if (!theSession) {
    // `stream` exists only during this command, so the options that are stored
    // must not refer to it. A copy of them, which refers to `stream`, is used
    // to open the case.
    RecordOptions opening = options;
    opening.say = [&](llvm::StringRef text) { stream << text << '\n'; };
    if (llvm::Error error =
            ReplaySession::open(theDebugger, opening).moveInto(theSession))
      return error;
  }
  return theSession.get();
}

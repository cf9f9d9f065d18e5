// The state that the plugin's commands share: the current case and its session.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Replayer.h"

using namespace pinstripe;

void Replayer::choose(RecordOptions chosen) {
  theSession.reset();
  options = std::move(chosen);
}

llvm::Expected<ReplaySession *> Replayer::session(llvm::raw_ostream &stream) {
  if (!theSession) {
    // Only the copy of the options refers to the stream, which ends with the
    // command.
    RecordOptions opening = options;
    opening.say = [&](llvm::StringRef text) { stream << text << '\n'; };
    auto opened = ReplaySession::open(theDebugger, opening);
    if (!opened)
      return opened.takeError();
    theSession = std::move(*opened);
  }
  return theSession.get();
}

// The state that the plugin's commands share: the current case and its session.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Replayer.h"

using namespace pinstripe;

void Replayer::choose(RecordOptions chosen) {
  close();
  options = std::move(chosen);
}

llvm::Expected<ReplaySession *> Replayer::session() {
  if (!theSession) {
    auto opened = ReplaySession::open(theDebugger, options);
    if (!opened)
      return opened.takeError();
    theSession = std::move(*opened);
  }
  return theSession.get();
}

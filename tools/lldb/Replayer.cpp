// What the commands of the plugin share: the case at hand and its session.
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

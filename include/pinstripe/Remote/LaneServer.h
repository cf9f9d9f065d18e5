// Makes runs for a process that searches, perhaps on another machine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_LANESERVER_H
#define PINSTRIPE_REMOTE_LANESERVER_H

#include "pinstripe/Remote/FrameLink.h"

namespace pinstripe {

/// Does the work of a lane: receives a case over the link, reproduces its
/// recorded run, and then makes the runs that it is asked for. Returns when the
/// link ends. `localLanes` is the number of lanes on this machine. If they are
/// more than the processors, the runs get more time.
void serveLane(FrameLink &link, unsigned localLanes);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_LANESERVER_H

// Makes the runs that another process asks for, perhaps from another machine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_LANESERVER_H
#define PINSTRIPE_REMOTE_LANESERVER_H

#include "pinstripe/Remote/FrameLink.h"

namespace pinstripe {

/// Does the work of a lane, a process that makes runs for another one, the
/// searching process. Receives a case or a program over the link, repeats its
/// run, and then makes the runs that the searching process asks for. Returns
/// when the link ends. `localLanes` is the number of lanes on this machine. If
/// there are more lanes than processors, the runs get more time.
void serveLane(FrameLink &link, unsigned localLanes);

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_LANESERVER_H

//===- Sessions.h - The servers that are kept -------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In guarded flow the same configuration is executed under one poison after
// the other. What the loader and the allocator have seen of the poison is part
// of a server, so there is one for each.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_H

#include "Checkpoints.h"
#include "LiveCheckpoint.h"
#include "pinstripe/Execution/TraceIdentity.h"

namespace pinstripe {

/// For partial executions, with their checkpoints.
struct KeptSession {
  std::unique_ptr<TargetSession> target;
  std::unique_ptr<Checkpoints> checkpoints;
};

/// As many as there are poisons. The one not used for longest goes first.
class Sessions {
public:
  /// One that fits, and is alive, until the next call.
  llvm::Expected<KeptSession *>
  find(const SessionTools &tools, const LaunchSpec &spec, const Trace &trace);
  /// As ExecutionEngine::focus.
  void focus(const EventSet &configuration);

private:
  static constexpr size_t most = 3;

  void forgetAllBut(const Trace &trace);
  llvm::Error launch(const SessionTools &tools, const LaunchSpec &spec,
                     const Trace &trace);

  TraceIdentity identity; ///< of the trace of all of them
  std::unique_ptr<TraceTables> tables;
  EventSet focused;              ///< empty: unknown
  std::vector<KeptSession> kept; ///< the last one used comes last
};

/// For runs in live flow, with its checkpoint.
struct KeptLiveSession {
  std::unique_ptr<TargetSession> target;
  std::unique_ptr<LiveCheckpoint> checkpoint;
};

/// Those of runs in live flow: any change, nothing of a trace.
class LiveSessions {
public:
  /// As Sessions::find.
  llvm::Expected<KeptLiveSession *> find(const SessionTools &tools,
                                         const LaunchSpec &spec);

private:
  static constexpr size_t most = 3;

  std::vector<KeptLiveSession> kept; ///< as there
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_H

//===- Sessions.cpp - The servers that are kept ---------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sessions.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

llvm::Expected<KeptSession *> Sessions::find(const SessionTools &tools,
                                             const LaunchSpec &spec,
                                             const Trace &trace) {
  forgetAllBut(trace);
  llvm::erase_if(kept, [](const KeptSession &each) {
    return !each.target->server().isAlive();
  });
  auto found = llvm::find_if(
      kept, [&](const KeptSession &each) { return each.target->fits(spec); });
  if (found != kept.end())
    std::rotate(found, found + 1, kept.end());
  else if (llvm::Error error = launch(tools, spec, trace))
    return error;
  return &kept.back();
}

void Sessions::forgetAllBut(const Trace &trace) {
  TraceIdentity current = TraceIdentity::of(trace);
  if (current == identity)
    return;
  kept.clear();
  tables.reset();
  identity = current;
}

llvm::Error Sessions::launch(const SessionTools &tools, const LaunchSpec &spec,
                             const Trace &trace) {
  if (kept.size() == most)
    kept.erase(kept.begin());
  if (!tables)
    tables = std::make_unique<TraceTables>(tools.table, trace);
  auto target = TargetSession::forExecution(tools, spec, trace, *tables);
  if (!target)
    return target.takeError();
  KeptSession fresh;
  fresh.target = std::move(*target);
  fresh.checkpoints =
      std::make_unique<Checkpoints>(*fresh.target, tools.outputs);
  if (focused.size() == trace.size())
    fresh.checkpoints->focus(focused);
  kept.push_back(std::move(fresh));
  return llvm::Error::success();
}

void Sessions::focus(const EventSet &configuration) {
  focused = configuration;
  for (KeptSession &each : kept)
    if (each.target->plan().positions() == focused.size())
      each.checkpoints->focus(focused);
}

llvm::Expected<KeptLiveSession *> LiveSessions::find(const SessionTools &tools,
                                                     const LaunchSpec &spec) {
  llvm::erase_if(kept, [](const KeptLiveSession &each) {
    return !each.target->server().isAlive();
  });
  auto found = llvm::find_if(kept, [&](const KeptLiveSession &each) {
    return each.target->fits(spec);
  });
  if (found != kept.end()) {
    std::rotate(found, found + 1, kept.end());
    return &kept.back();
  }
  if (kept.size() == most)
    kept.erase(kept.begin());
  auto target = TargetSession::forLiveFlow(tools, spec);
  if (!target)
    return target.takeError();
  KeptLiveSession fresh;
  fresh.target = std::move(*target);
  fresh.checkpoint =
      std::make_unique<LiveCheckpoint>(*fresh.target, tools.outputs);
  kept.push_back(std::move(fresh));
  return &kept.back();
}

// Keeps servers for further runs, since starting a server takes milliseconds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A server is a process from which runs are forked. In guarded flow (conditions
// must decide as recorded), the same events are executed with several poisons
// in turn. A poison is a pattern that fills memory which nothing has set. The
// poison of a server can't change after its start, so each poison needs a
// server of its own.

#ifndef PINSTRIPE_LIB_NATIVE_SESSIONS_SESSIONCACHE_H
#define PINSTRIPE_LIB_NATIVE_SESSIONS_SESSIONCACHE_H

#include "Sessions/PlanSession.h"
#include "pinstripe/Execution/TraceIdentity.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace pinstripe {

/// Keeps sessions. A session is a server (a process from which runs are forked)
/// with its tables. A poison is a pattern for memory that nothing has set.
/// There are at most as many sessions as poisons, since each poison needs a
/// server of its own. To make room for a new session, the cache ends the one
/// that was not used for the longest time.
template <typename Session> class SessionCache {
public:
  /// Returns a session that fits `spec` and whose server is alive. If there is
  /// none, calls `launch` to make one. Ends sessions whose recompiled functions
  /// differ from those in `spec`, since such sessions are not needed again. The
  /// returned session is valid until the next call.
  template <typename Launch>
  llvm::Expected<Session *> find(const LaunchSpec &spec, Launch launch) {
    llvm::erase_if(sessions, [&](const auto &session) {
      return session->hasEnded() || session->isOutdatedFor(spec);
    });
    auto found = llvm::find_if(
        sessions, [&](const auto &session) { return session->fits(spec); });
    if (found != sessions.end()) {
      std::rotate(found, found + 1, sessions.end());
      return sessions.back().get();
    }
    if (sessions.size() == maxSessions)
      sessions.erase(sessions.begin());
    llvm::Expected<std::unique_ptr<Session>> fresh = launch();
    if (!fresh)
      return fresh.takeError();
    sessions.push_back(std::move(*fresh));
    return sessions.back().get();
  }

  void clear() { sessions.clear(); }
  auto begin() { return sessions.begin(); }
  auto end() { return sessions.end(); }

private:
  static constexpr size_t maxSessions = 3;

  /// The sessions, sorted by their last use. The one used last is at the end.
  std::vector<std::unique_ptr<Session>> sessions;
};

/// The servers (processes from which runs are forked) for the partial
/// executions of one trace (runs that skip some of its events), and the tables
/// of the trace, which all these servers share.
class PlanSessions {
public:
  llvm::Expected<PlanSession *>
  find(const SessionTools &tools, const LaunchSpec &spec, const Trace &trace) {
    TraceIdentity current = TraceIdentity::of(trace);
    if (!tables || current != identity) {
      cache.clear();
      tables = std::make_unique<TraceTables>(tools.table, trace);
      identity = current;
    }
    return cache.find(spec, [&] {
      auto session =
          TargetSession::start<PlanSession>(tools, spec, trace, *tables);
      if (session && focused.universe() == trace.size())
        (*session)->focus(focused);
      return session;
    });
  }

  /// Says that most of the next runs will execute only events in
  /// `configuration`. Many of these runs skip nothing before a certain point.
  /// Such a run can start at a checkpoint, a process that was stopped at this
  /// point of an earlier run.
  void focus(const EventSet &configuration) {
    focused = configuration;
    for (auto &session : cache)
      if (session->plan()->positions() == focused.universe())
        session->focus(focused);
  }

private:
  TraceIdentity identity;
  std::unique_ptr<TraceTables> tables;
  /// The set of events that was passed to `focus`. Most of the next runs
  /// execute a subset of it. It is empty before the first call of `focus`.
  EventSet focused;
  SessionCache<PlanSession> cache;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SESSIONS_SESSIONCACHE_H

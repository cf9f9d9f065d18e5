// Chooses how many partial executions are made at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial execution is a run that skips some events. An event is one
// execution of a statement. A lane is a thread that makes runs with an engine
// of its own.

#ifndef PINSTRIPE_CASE_LANES_H
#define PINSTRIPE_CASE_LANES_H

#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Case/RecordedCase.h"
#include <set>

namespace pinstripe {

/// Makes lanes (threads that make runs) whose engines are in other processes,
/// perhaps on other machines. The function `chooseLanes` uses these lanes
/// together with one lane of this process.
class LaneSource {
public:
  virtual ~LaneSource() = default;
  /// Returns the number of lanes that can be made.
  virtual unsigned lanes() const = 0;
  /// Tells the other processes of which case the lanes will make runs, so that
  /// they can get ready. Called before `make`. The case must outlive all later
  /// calls of functions of this object. If the lanes made runs of another case
  /// before, they must not be in use any more. If the other processes can't be
  /// told, `make` returns the error.
  virtual void offer(const RunnableCase &runnable) = 0;
  /// Waits until the lane with the number `index` (from 0 on) is ready, and
  /// returns it. Several threads call this function at the same time, each for
  /// a lane of its own. `launch` says how the runs of this process start.
  /// Returns an error if the lane can't be made. The error's message is a
  /// sentence for the user.
  virtual llvm::Expected<Lane> make(const LaunchSpec &launch,
                                    unsigned index) = 0;
  /// Makes all calls of `make` return an error soon, until `offer` is called
  /// again.
  virtual void abandon() = 0;

  /// Tells the user, by `say`, why one lane (a thread that makes runs) is
  /// missing. Each step of a command makes its lanes again and would give the
  /// same reasons, so each reason is told only once. `say` may be null.
  void note(llvm::StringRef why,
            const std::function<void(llvm::StringRef)> &say);

private:
  std::set<std::string> told; ///< The reasons that the user was told.
};

struct LaneOptions {
  static constexpr unsigned max = 64;
  /// The number of lanes that the user wants; nullopt if Pinstripe chooses the
  /// number.
  std::optional<unsigned> lanes;
  /// A function that receives notes for the user. For example, a note says why
  /// there are fewer lanes than the user asked for.
  std::function<void(llvm::StringRef)> say;
  /// A source of lanes in other processes; may be null. If it is set, the lanes
  /// are those of the source and one lane of this process, and `lanes` is
  /// ignored.
  std::shared_ptr<LaneSource> others = nullptr;
};

/// Returns how many bytes of memory the engine of a lane needs for partial
/// executions of a trace. The memory of the trace itself is not included. The
/// numbers in the formula were measured and rounded up.
constexpr uint64_t laneMemory(uint64_t events, uint64_t invocations) {
  return 3 * events + 44 * invocations;
}

/// Chooses lanes for runs of a case. The runs start as `launch` says. Each lane
/// has an engine of the same kind as the runner's, and its own copy of the
/// working directory. Runs see this copy at the path of the original, so they
/// do the same on every lane. If no further lane can be given such a copy,
/// there is only one lane. The case and the flag `stop` in `runnable` must
/// outlive the returned object.
LaneChoice chooseLanes(const RunnableCase &runnable, const LaunchSpec &launch,
                       const LaneOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LANES_H

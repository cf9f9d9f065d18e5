// Gives programs the same random numbers in all runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_RANDOMANSWERS_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_RANDOMANSWERS_H

#include "Answers/CallAnswer.h"
#include "Answers/SteadyCode.h"
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

struct seccomp_notif;

namespace pinstripe {

class ClockAnswers;

/// Gives a program random numbers that are the same in all runs. Answers
/// getrandom, and replaces all other sources of random numbers by getrandom or
/// by fixed bytes. The answers depend only on the clock that the program sees,
/// so two runs get the same answers as long as they do the same.
class RandomAnswers {
public:
  explicit RandomAnswers(ClockAnswers &clocks) : clocks(clocks) {}

  /// Prepares a program that has just begun: writes fixed bytes in place of the
  /// random ones to which AT_RANDOM points.
  void prepareProgram(pid_t thread);
  /// Answers the system call getrandom.
  CallAnswer answer(const seccomp_notif &call);

private:
  bool isForMalloc(const seccomp_notif &call);
  void patchRandomDevice(pid_t thread);

  ClockAnswers &clocks;
  /// For each libstdc++ file (by its path), the patches for its
  /// std::random_device.
  std::map<std::string, std::vector<CodePatch>> randomDevices;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_RANDOMANSWERS_H

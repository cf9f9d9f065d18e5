//===- Leftovers.h - What outlives a run ------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_ADVERSARY_LEFTOVERS_H
#define PINSTRIPE_TEST_ADVERSARY_LEFTOVERS_H

#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe::adversary {

/// Process number -> what it runs, without those that have ended and came to
/// us. All that a program starts is among them, since we adopt orphans.
std::map<pid_t, std::string> descendants();
/// Those, and all others that have `mark` in their environment. Looks at each
/// process of the machine.
std::map<pid_t, std::string> processes(const std::string &mark);

/// How many there are of each.
std::map<std::string, unsigned> kindsOf(const std::map<pid_t, std::string> &);

/// "2 x program, 1 there before": where there are more than `allowed`.
std::vector<std::string>
surplus(const std::map<std::string, unsigned> &found,
        const std::map<std::string, unsigned> &allowed);

/// Becomes the parent of all that loses its own.
void adoptOrphans();
/// Ends them until none is left, or gives up.
void endProcesses(const std::string &mark);

unsigned openDescriptors();

/// What programs with this key have left: SysV objects, POSIX memory and
/// queues, files in /tmp.
std::vector<std::string> sharedObjects(long key);

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_LEFTOVERS_H

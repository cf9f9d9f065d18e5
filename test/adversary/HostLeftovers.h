// Finds processes, descriptors and shared objects that outlive a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_HOSTLEFTOVERS_H
#define PINSTRIPE_TEST_ADVERSARY_HOSTLEFTOVERS_H

#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe::adversary {

/// Returns the descendants of this process, each with the program that it runs.
/// Zombies that are children of this process are left out. This process adopts
/// orphans, so everything that a program starts is included.
std::map<pid_t, std::string> descendants();
/// Returns the descendants of this process, and all processes that have `mark`
/// in their environment. Looks at each process of the machine.
std::map<pid_t, std::string> processes(const std::string &mark);

/// Returns how many processes run each program.
std::map<std::string, unsigned> kindsOf(const std::map<pid_t, std::string> &);

/// Returns a text such as "2 x program, 1 there before" for each program of
/// which there are more processes than `allowed`.
std::vector<std::string>
surplus(const std::map<std::string, unsigned> &found,
        const std::map<std::string, unsigned> &allowed);

/// Makes this process the parent of orphans among its descendants.
void adoptOrphans();
/// Kills all descendants, and all processes with the mark, until none is left
/// or until it gives up.
void endProcesses(const std::string &mark);

unsigned openDescriptors();

/// Returns what programs with this key have left behind: objects of System V,
/// shared memory and queues of POSIX, and files in /tmp.
std::vector<std::string> sharedObjects(long key);

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_HOSTLEFTOVERS_H

// Tells which programs can't be rewound.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/UntrackedState.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

static const char *const untrackedFunctions[] = {
    // Timers.
    "alarm", "ualarm", "setitimer", "timer_create", "profil", "__monstartup",
    // Signal stacks, and other ways to change stacks.
    "sigaltstack", "makecontext", "swapcontext",
    // Limits, priorities, scheduling.
    "setrlimit", "setrlimit64", "prlimit", "prlimit64", "nice", "setpriority",
    "sched_setaffinity", "sched_setscheduler", "sched_setparam", "mlock",
    "mlockall", "madvise",
    // Identities, sessions and namespaces.
    "setuid", "setgid", "seteuid", "setegid", "setreuid", "setregid",
    "setresuid", "setresgid", "setgroups", "setsid", "setpgid", "setpgrp",
    "chroot", "unshare", "setns", "mount", "personality",
    // Functions that can do any of this.
    "prctl", "ptrace", "syscall", "clone", "shmat", "semop", "msgsnd",
    "mq_open"};

/// Whether a file is glibc or a compiler's runtime. These libraries import such
/// functions themselves, but only for callers that import one from the list
/// above.
static bool isRuntime(llvm::StringRef file) {
  for (const char *prefix :
       {"libc.so", "libc-", "libm.so", "libm-", "ld-linux", "libpthread",
        "libdl", "librt", "libstdc++", "libgcc_s", "libc++", "libc++abi"})
    if (file.starts_with(prefix))
      return true;
  return false;
}

static bool importsAnyOf(llvm::StringRef path, const llvm::StringSet<> &names) {
  auto binary = llvm::object::ObjectFile::createObjectFile(path);
  if (!binary) {
    llvm::consumeError(binary.takeError()); // true is the safe answer
    return true;
  }
  auto *elf =
      llvm::dyn_cast<llvm::object::ELFObjectFileBase>(binary->getBinary());
  if (!elf)
    return true;
  for (const llvm::object::ELFSymbolRef &symbol :
       elf->getDynamicSymbolIterators()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!name || !flags) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(flags.takeError());
      return true;
    }
    bool isUndefined = *flags & llvm::object::SymbolRef::SF_Undefined;
    // A name with a version looks like "alarm@GLIBC_2.2.5".
    if (isUndefined && names.contains(name->split('@').first))
      return true;
  }
  return false;
}

bool pinstripe::usesUntrackedState(llvm::ArrayRef<Mapping> mappings) {
  llvm::StringSet<> names;
  for (const char *name : untrackedFunctions)
    names.insert(name);
  llvm::StringSet<> seen;
  for (const Mapping &mapping : mappings) {
    bool isCode = mapping.permissions[2] == 'x' && !mapping.name.empty() &&
                  mapping.name.front() == '/';
    if (!isCode || !seen.insert(mapping.name).second)
      continue;
    if (!isRuntime(llvm::sys::path::filename(mapping.name)) &&
        importsAnyOf(mapping.name, names))
      return true;
  }
  return false;
}

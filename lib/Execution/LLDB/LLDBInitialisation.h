// Initialises LLDB once for the whole process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_LLDBINITIALISATION_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_LLDBINITIALISATION_H

namespace pinstripe {

/// Initialises LLDB at the first call. Later calls do nothing.
///
/// Keeps LLDB from loading its Python package, which the engine does not need.
/// Debian ships that package uncompiled. So without this, each process would
/// compile 16,000 lines of Python, which takes ten times as long as the rest of
/// the initialisation.
void initialiseLLDB();

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_LLDBINITIALISATION_H

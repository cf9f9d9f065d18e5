// Initialises LLDB once for the whole process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBInitialisation.h"
#include "lldb/API/LLDB.h"
#include <dlfcn.h>

using namespace pinstripe;

/// Finds a function or variable of the Python library, which liblldb loads.
/// Returns null if there is none.
template <class T> static T *findInPython(const char *name) {
  return reinterpret_cast<T *>(dlsym(RTLD_DEFAULT, name));
}

/// Starts Python, and gives it empty modules with the names that LLDB imports.
/// Python then does not look for these modules in files. Does nothing if LLDB
/// works without Python, or if the process uses Python already.
static void startPythonWithoutLLDB() {
  auto *isInitialised = findInPython<int()>("Py_IsInitialized");
  auto *initialise = findInPython<void(int)>("Py_InitializeEx");
  auto *run = findInPython<int(const char *)>("PyRun_SimpleString");
  if (!isInitialised || !initialise || !run || isInitialised() != 0)
    return;
  // Makes Python ignore the modules and settings of the user, since these could
  // change what Python does.
  for (const char *name :
       {"Py_IsolatedFlag", "Py_IgnoreEnvironmentFlag", "Py_NoSiteFlag"})
    if (int *flag = findInPython<int>(name))
      *flag = 1;
  initialise(/*install signal handlers=*/0);
  run("import sys\n"
      "module = type(sys)('lldb')\n"
      "module.run_python_interpreter = module.run_one_line = None\n"
      "sys.modules['lldb'] = module\n"
      "sys.modules['lldb.embedded_interpreter'] = module\n");
}

void pinstripe::initialiseLLDB() {
  static const bool isInitialised = [] {
    startPythonWithoutLLDB();
    lldb::SBDebugger::Initialize();
    // The thread that starts Python holds Python's lock. Some versions of LLDB
    // release the lock at the end of the initialisation, others do not. So it
    // is released here if this thread still holds it.
    auto *holdsLock = findInPython<int()>("PyGILState_Check");
    auto *releaseLock = findInPython<void *()>("PyEval_SaveThread");
    if (holdsLock && releaseLock && holdsLock() != 0)
      releaseLock();
    return true;
  }();
  (void)isInitialised;
}

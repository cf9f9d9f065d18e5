// Sets up Clang's front end, which runs in this process and prints nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_FRONTEND_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_FRONTEND_H

#include "Source/SourceParser.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace pinstripe {

/// Receives the errors of Clang's parse. Counts the errors and stores where
/// they are. Prints nothing.
class ErrorRecorder : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

  ParseResult result;
  std::vector<clang::SourceLocation> locations;

private:
  void addName(const clang::Diagnostic &diagnostic);
};

/// Makes the options of Clang's front end from the command line of a compiler.
/// Flags of gcc that Clang does not know are ignored. Returns null if Clang
/// can't understand the command line.
std::shared_ptr<clang::CompilerInvocation>
invocationFor(const CompileCommand &command,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

/// Calls `work`, and returns false if Clang has crashed during the call. So a
/// crash of Clang stops only one parse or compilation. After a crash, the
/// objects on the stack of `work` are leaked, and the objects that `work` was
/// changing may be in any state.
[[nodiscard]] bool runGuarded(llvm::function_ref<void()> work);

/// Calls `work` as runGuarded does, but on a thread with a large stack, and
/// waits until the thread ends. The usual stack may be too small for deeply
/// nested generated sources.
[[nodiscard]] bool onDeepStack(llvm::function_ref<void()> work);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_FRONTEND_H

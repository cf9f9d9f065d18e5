// Sets up Clang's front end, which runs in this process and prints nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/FrontEnd.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/Utils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"

#include <cstring>
#include <mutex>

using namespace clang;

namespace pinstripe {

void ErrorRecorder::HandleDiagnostic(DiagnosticsEngine::Level level,
                                     const Diagnostic &diagnostic) {
  if (level < DiagnosticsEngine::Error)
    return;
  ++result.errors;
  if (diagnostic.getLocation().isValid()) {
    locations.push_back(diagnostic.getLocation());
    addName(diagnostic);
  }
  if (!result.firstError.empty())
    return;
  llvm::SmallString<128> message;
  diagnostic.FormatDiagnostic(message);
  if (diagnostic.getLocation().isValid()) {
    PresumedLoc place =
        diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    if (place.isValid())
      result.firstError = (llvm::Twine(place.getFilename()) + ":" +
                           llvm::Twine(place.getLine()) + ":" +
                           llvm::Twine(place.getColumn()) + ": ")
                              .str();
  }
  result.firstError += message.str();
}

/// Looks at the text at the place of an error. If the text looks like the name
/// of a macro, stores the name, since a missing definition of the macro may
/// have caused the error.
void ErrorRecorder::addName(const Diagnostic &diagnostic) {
  const SourceManager &sources = diagnostic.getSourceManager();
  if (diagnostic.getLocation().isMacroID())
    return;
  // Clang reports "expected ';'" at the end of the word before the unknown
  // name. So the spaces after that word are skipped to find the name.
  constexpr size_t longEnough = 256;
  const char *place = sources.getCharacterData(diagnostic.getLocation());
  llvm::StringRef text =
      llvm::StringRef(place, ::strnlen(place, longEnough)).ltrim();
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  llvm::StringRef name = text.take_while(isPart);
  auto isCapital = [](char c) { return !llvm::isLower(c); };
  if (name.size() > 1 && llvm::isUpper(name.front()) &&
      llvm::all_of(name, isCapital))
    result.unknownNames.insert(name.str());
}

/// Makes the options of Clang's front end from the command line of a compiler.
/// Flags of gcc that Clang does not know are ignored.
std::shared_ptr<CompilerInvocation>
invocationFor(const CompileCommand &command,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  std::vector<const char *> arguments{"clang"};
  for (const std::string &argument : command.arguments)
    arguments.push_back(argument.c_str());
  IgnoringDiagConsumer ignore;
  CreateInvocationOptions options;
  options.Diags = CompilerInstance::createDiagnostics(
      new DiagnosticOptions, &ignore, /*ShouldOwnClient=*/false);
  options.VFS = std::move(files);
  options.RecoverOnError = true;
  std::shared_ptr<CompilerInvocation> invocation =
      createInvocation(arguments, options);
  // The command line may ask the compiler to write a list of all headers into a
  // file (-Wp,-MD,FILE). A parse must not write this file.
  if (invocation)
    invocation->getDependencyOutputOpts() = {};
  return invocation;
}

static void catchCrashes() {
  static std::once_flag isEnabled;
  std::call_once(isEnabled, [] { llvm::CrashRecoveryContext::Enable(); });
}

bool runGuarded(llvm::function_ref<void()> work) {
  catchCrashes();
  llvm::CrashRecoveryContext guard;
  return guard.RunSafely(work);
}

bool onDeepStack(llvm::function_ref<void()> work) {
  constexpr unsigned stackSize = 512u << 20;
  catchCrashes();
  llvm::CrashRecoveryContext guard;
  return guard.RunSafelyOnThread(work, stackSize);
}

} // namespace pinstripe

// Finds the functions that a program text defines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/TextFunctions.h"

#include "Edits/EditParser.h"
#include "Edits/MissingNames.h"
#include "pinstripe/Support/WorkInChild.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Path.h"
#include <sys/resource.h>

using namespace clang;

namespace pinstripe {

namespace {

/// Collects the definitions of functions in a syntax tree. A lambda is part of
/// the function around it.
class FunctionWalk : public RecursiveASTVisitor<FunctionWalk> {
public:
  FunctionWalk(const SourceManager &sources, std::vector<TextFunction> &found)
      : sources(sources), text(sources.getBufferData(sources.getMainFileID())),
        found(found) {
    for (size_t at = 0; at != llvm::StringRef::npos; at = text.find('\n', at)) {
      at += !lineStarts.empty();
      lineStarts.push_back(at);
    }
  }

  bool VisitFunctionDecl(FunctionDecl *function);

private:
  std::optional<uint32_t> offsetOf(clang::SourceLocation location) const;
  uint32_t lineAt(uint32_t offset) const {
    return uint32_t(llvm::upper_bound(lineStarts, offset) - lineStarts.begin() -
                    1);
  }
  std::string parametersOf(const FunctionDecl *function) const;

  const SourceManager &sources;
  llvm::StringRef text;
  std::vector<TextFunction> &found;
  std::vector<size_t> lineStarts;
};

} // namespace

/// Returns where a token of the text begins; for a token from a macro, where
/// the macro is used. Returns nullopt if the token is not in the text.
std::optional<uint32_t>
FunctionWalk::offsetOf(clang::SourceLocation location) const {
  if (location.isInvalid())
    return std::nullopt;
  auto [file, offset] = sources.getDecomposedExpansionLoc(location);
  if (file != sources.getMainFileID())
    return std::nullopt;
  return offset;
}

/// Returns the qualified name of a function, such as `ns::Class::name`. Leaves
/// out namespaces and classes without a name.
static std::string qualifiedName(const FunctionDecl *function) {
  std::string name = function->getNameAsString();
  for (const DeclContext *outer = function->getDeclContext(); outer;
       outer = outer->getParent())
    if (const auto *named = dyn_cast<NamedDecl>(outer))
      if (std::string part = named->getNameAsString(); !part.empty())
        name = part + "::" + name;
  return name;
}

std::string FunctionWalk::parametersOf(const FunctionDecl *function) const {
  clang::SourceRange range = function->getParametersSourceRange();
  std::optional<uint32_t> begin = offsetOf(range.getBegin());
  std::optional<uint32_t> last = offsetOf(range.getEnd());
  if (!begin || !last || *begin > *last)
    return "";
  llvm::StringRef written = text.slice(
      *begin,
      *last + Lexer::MeasureTokenLength(sources.getExpansionLoc(range.getEnd()),
                                        sources, function->getLangOpts()));
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(written, words);
  return llvm::join(words, " ");
}

bool FunctionWalk::VisitFunctionDecl(FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (!function->doesThisDeclarationHaveABody() ||
      (method && method->getParent()->isLambda()))
    return true;
  const FunctionTemplateDecl *whole = function->getDescribedFunctionTemplate();
  std::optional<uint32_t> begin =
      offsetOf(whole ? whole->getBeginLoc() : function->getBeginLoc());
  std::optional<uint32_t> end = offsetOf(function->getEndLoc());
  std::optional<uint32_t> name = offsetOf(function->getLocation());
  if (begin && name && end && *begin <= *end)
    found.push_back({qualifiedName(function), parametersOf(function),
                     lineAt(*begin), lineAt(*name), lineAt(*end)});
  return true;
}

/// Limits the time and memory of the child process that parses a text. A text
/// of a megabyte takes about a second and 100 MB. But a text of a few lines can
/// take forever, if it has macros that double their result with each use.
static void setLimits(size_t textSize) {
  rlim_t seconds = 10 + (textSize >> 16);
  rlimit time = {seconds, seconds};
  ::setrlimit(RLIMIT_CPU, &time);
  // AddressSanitizer reserves terabytes of address space, so in a build with
  // AddressSanitizer the memory is not limited.
  rlim_t bytes = (rlim_t(4) << 30) + 1000 * textSize;
  rlimit memory = {bytes, bytes};
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    ::setrlimit(RLIMIT_DATA, &memory);
}

static std::vector<TextFunction> parsedFunctions(const SourceText &file) {
  llvm::StringRef extension = llvm::sys::path::extension(file.path);
  bool isC = extension == ".c" || extension == ".i";
  // Headers of the system are not read. They would cost more time than the text
  // itself, and it depends on the machine which ones are found.
  std::vector<std::string> flags{"-nostdinc", "-x", isC ? "c" : "c++",
                                 isC ? "-std=gnu17" : "-std=gnu++20"};
  // If modules are enabled, Clang hides declarations that have no place in a
  // file, such as those that makeUpMissingNames adds. So modules are turned
  // off.
  if (!isC)
    flags.insert(flags.end(), {"-nostdinc++", "-fno-cxx-modules"});
  std::vector<TextFunction> found;
  ParseWork work;
  work.begin = [&](CompilerInstance &compiler) {
    if (!isC)
      makeUpMissingNames(compiler);
  };
  work.end = [&](CompilerInstance &compiler) {
    ASTContext &tree = compiler.getASTContext();
    FunctionWalk(tree.getSourceManager(), found)
        .TraverseDecl(tree.getTranslationUnitDecl());
  };
  const std::set<std::string> none;
  parseText({"/", flags, none}, {{"text" + extension.str(), file.text}}, 0,
            work);
  llvm::sort(found, [](const TextFunction &a, const TextFunction &b) {
    return std::tie(a.firstLine, a.lastLine, a.name, a.parameters) <
           std::tie(b.firstLine, b.lastLine, b.name, b.parameters);
  });
  return found;
}

/// Writes functions as text. Each function takes five lines: its name, its
/// parameters, and the numbers of its first line, of the line of its name, and
/// of its last line.
static std::string packed(llvm::ArrayRef<TextFunction> functions) {
  std::string text;
  for (const TextFunction &each : functions)
    text += each.name + "\n" + each.parameters + "\n" +
            std::to_string(each.firstLine) + "\n" +
            std::to_string(each.nameLine) + "\n" +
            std::to_string(each.lastLine) + "\n";
  return text;
}

static std::vector<TextFunction> unpacked(llvm::StringRef text) {
  std::vector<TextFunction> functions;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (size_t i = 0; i + 5 <= lines.size(); i += 5) {
    TextFunction each{lines[i].str(), lines[i + 1].str()};
    (void)lines[i + 2].getAsInteger(10, each.firstLine);
    (void)lines[i + 3].getAsInteger(10, each.nameLine);
    (void)lines[i + 4].getAsInteger(10, each.lastLine);
    functions.push_back(std::move(each));
  }
  return functions;
}

std::vector<TextFunction> functionsIn(const SourceText &file,
                                      const std::atomic<bool> *givenUp) {
  std::optional<std::string> text = textFromChild(
      [&]() -> std::optional<std::string> {
        setLimits(file.text.size());
        return packed(parsedFunctions(file));
      },
      givenUp);
  return text ? unpacked(*text) : std::vector<TextFunction>();
}

} // namespace pinstripe

// Reads program texts with Clang: lists possible edits, checks for errors,
// replaces #include directives by headers, and formats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/SourceEditor.h"

#include "Edits/EditListers.h"
#include "Edits/HeaderInliner.h"
#include "Source/CompileFlags.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/WorkInChild.h"
#include "clang/Format/Format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace pinstripe {

static llvm::StringRef extensionOf(llvm::StringRef name) {
  return llvm::sys::path::extension(name);
}

bool isHeaderName(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(extensionOf(name))
      .Cases(".h", ".hh", ".hpp", ".hxx", ".H", ".inc", ".ipp", ".tcc", true)
      .Default(false);
}

bool isSourceName(llvm::StringRef name) {
  return isHeaderName(name) || llvm::StringSwitch<bool>(extensionOf(name))
                                   .Cases(".c", ".cc", ".cpp", ".cxx", ".c++",
                                          ".C", ".i", ".ii", true)
                                   .Default(false);
}

std::vector<std::string> parseFlags(llvm::ArrayRef<std::string> arguments) {
  std::vector<std::string> flags;
  std::vector<std::string> all{"compiler"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<std::string> useful = withoutOutputs(all);
  for (size_t i = 0; i < useful.size(); ++i) {
    llvm::StringRef argument = useful[i];
    bool isParted =
        llvm::is_contained({"-I", "-D", "-U", "-include", "-isystem", "-iquote",
                            "-idirafter", "-x"},
                           argument);
    bool matters = isParted || argument.starts_with("-I") ||
                   argument.starts_with("-D") || argument.starts_with("-U") ||
                   argument.starts_with("-std=") ||
                   argument.starts_with("-isystem") ||
                   argument.starts_with("-f") || argument.starts_with("-m") ||
                   argument == "-ansi" || argument == "-pthread";
    if (!matters)
      continue;
    flags.push_back(useful[i]);
    if (isParted && i + 1 < useful.size())
      flags.push_back(useful[++i]);
  }
  return flags;
}

/// Lists edits. Declarations whose names are in `needed` count as used.
static EditList listOnce(const ParseSetting &setting,
                         const std::vector<SourceText> &files, EditKind kind,
                         const llvm::StringSet<> &needed,
                         const std::atomic<bool> *givenUp) {
  EditRecorder edits;
  for (uint32_t main = 0; main < files.size(); ++main) {
    if (isHeaderName(files[main].path))
      continue;
    ParseWork work;
    work.givenUp = givenUp;
    work.end = [&](clang::CompilerInstance &compiler) {
      if (givenUp && givenUp->load())
        return;
      TextPlaces places(compiler, setting.folder, files);
      ListerContext context{compiler.getASTContext(), places, edits, needed,
                            givenUp};
      if (kind == EditKind::Deletions || kind == EditKind::Unused)
        listDeletions(context);
      else if (kind == EditKind::Bodies)
        listBodies(context);
      else if (kind == EditKind::Contents)
        listContents(context);
      else
        listSimplifications(context);
    };
    parseText(setting, files, main, work);
  }
  if (kind == EditKind::Deletions || kind == EditKind::Unused)
    listTextDeletions(files, edits);
  return edits.take();
}

/// Removes all unused declarations from a text, parses the result, and returns
/// the names in its errors. Returns no names if there are no errors.
static llvm::StringSet<> missingNames(const ParseSetting &setting,
                                      const std::vector<SourceText> &files,
                                      const EditList &list,
                                      const std::atomic<bool> *givenUp) {
  std::vector<const SourceEdit *> made;
  for (uint32_t edit : list.unused)
    made.push_back(&list.edits[edit]);
  std::vector<SourceText> smaller;
  for (uint32_t i = 0; i < files.size(); ++i)
    smaller.push_back({files[i].path, appliedEdits(files[i].text, i, made)});
  llvm::StringSet<> names;
  ParseWork work;
  work.givenUp = givenUp;
  work.errorNames = &names;
  for (uint32_t main = 0; main < files.size(); ++main)
    if (!isHeaderName(files[main].path))
      parseText(setting, smaller, main, work);
  return names;
}

/// Returns only those edits that delete declarations which nothing uses.
static EditList onlyUnused(EditList all) {
  /// For each edit, the number of earlier edits that delete only unused
  /// declarations.
  std::vector<uint32_t> before(all.edits.size() + 1);
  size_t next = 0;
  for (uint32_t i = 0; i < all.edits.size(); ++i) {
    bool isIn = next < all.unused.size() && all.unused[next] == i;
    next += isIn;
    before[i + 1] = before[i] + isIn;
  }
  EditList unused;
  for (uint32_t edit : all.unused) {
    unused.edits.push_back(std::move(all.edits[edit]));
    unused.ends.push_back(before[all.ends[edit]]);
  }
  return unused;
}

EditList SourceEditor::list(const std::vector<SourceText> &files, EditKind kind,
                            const std::atomic<bool> *givenUp) const {
  // The syntax tree does not show all uses of a declaration. For example, it
  // lacks some uses in templates. So the declarations that seem unused are
  // removed, and the errors of a parse tell which of them are needed. Each such
  // parse takes as long as one test of a reduced text. It saves hundreds of
  // tests if the text contains the headers of a library.
  constexpr unsigned mostParses = 24;
  llvm::StringSet<> needed;
  ParseSetting setting{folder, flags, acceptedErrors};
  EditList list = listOnce(setting, files, kind, needed, givenUp);
  for (unsigned i = 0; i < mostParses && list.unused.size() > 1; ++i) {
    size_t before = needed.size();
    for (const auto &name : missingNames(setting, files, list, givenUp))
      needed.insert(name.first());
    if (needed.size() == before || (givenUp && givenUp->load()))
      break;
    list = listOnce(setting, files, kind, needed, givenUp);
  }
  return kind == EditKind::Unused ? onlyUnused(std::move(list)) : list;
}

TextCheck SourceEditor::check(const std::vector<SourceText> &files,
                              const std::atomic<bool> *givenUp) const {
  TextCheck all;
  all.isValid = true;
  for (uint32_t main = 0; main < files.size() && all.isValid; ++main) {
    if (isHeaderName(files[main].path))
      continue;
    ParseWork work;
    work.givenUp = givenUp;
    work.endsAtError = true;
    all = parseText({folder, flags, acceptedErrors}, files, main, work);
  }
  return all;
}

TextCheck SourceEditor::acceptErrorsOf(const std::vector<SourceText> &files) {
  TextCheck all;
  all.isValid = true;
  const std::set<std::string> none;
  for (uint32_t main = 0; main < files.size(); ++main) {
    if (isHeaderName(files[main].path))
      continue;
    TextCheck check = parseText({folder, flags, none}, files, main, {});
    if (all.isValid)
      all.firstError = check.firstError;
    all.isValid &= check.isValid;
    all.errors.merge(check.errors);
  }
  acceptedErrors = all.errors;
  return all;
}

llvm::Expected<std::string>
SourceEditor::withHeaders(const std::vector<SourceText> &files,
                          uint32_t file) const {
  const std::set<std::string> none;
  return textWithHeaders({folder, flags, none}, files, file);
}

/// Returns whether clang-format is fast enough for a text. It reads a text once
/// for each combination of branches of the #if directives, so many directives
/// make it slow.
static bool isSoonFormatted(llvm::StringRef text) {
  constexpr size_t mostBytes = size_t(256) << 10, mostConditions = 16;
  if (text.size() > mostBytes)
    return false;
  size_t conditions = 0;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    line = line.ltrim();
    conditions += line.consume_front("#") && line.ltrim().starts_with("if");
  }
  return conditions <= mostConditions;
}

static std::optional<std::string> formattedText(const SourceText &file) {
  namespace format = clang::format;
  format::FormatStyle style =
      format::getLLVMStyle(format::guessLanguage(file.path, file.text));
  style.MaxEmptyLinesToKeep = 0;
  std::vector<clang::tooling::Range> whole{
      clang::tooling::Range(0, unsigned(file.text.size()))};
  format::FormattingAttemptStatus status;
  clang::tooling::Replacements changes =
      format::reformat(style, file.text, whole, file.path, &status);
  if (!status.FormatComplete)
    return std::nullopt;
  return llvm::expectedToOptional(
      clang::tooling::applyAllReplacements(file.text, changes));
}

std::optional<std::string>
SourceEditor::formatted(const SourceText &file,
                        const std::atomic<bool> *givenUp) {
  if (!isSoonFormatted(file.text))
    return std::nullopt;
  // clang-format itself can't be stopped. Some texts take it minutes, although
  // they are not large.
  return textFromChild([&] { return formattedText(file); }, givenUp);
}

} // namespace pinstripe

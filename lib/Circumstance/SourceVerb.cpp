// Defines the verb `source`: reduces a program's text while a run still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SourceVerb.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ResultFile.h"
#include "pinstripe/Support/TimedStop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Expected<SourceText> readText(const std::string &file) {
  if (fs::is_directory(file))
    return llvm::make_error<UsageError>("--file " + file +
                                        ": is a folder; name a file");
  llvm::Expected<std::string> text = readFile(file);
  if (!text)
    return llvm::make_error<UsageError>("--file " +
                                        llvm::toString(text.takeError()));
  constexpr size_t most = size_t(1) << 31;
  if (text->size() > most)
    return llvm::make_error<UsageError>("--file " + file +
                                        ": has more than 2 GB");
  return SourceText{file, std::move(*text)};
}

static llvm::Expected<std::vector<SourceText>>
readTexts(const SourceVerbOptions &options) {
  std::vector<std::string> names = options.files;
  if (names.empty())
    for (const std::string &word : llvm::drop_begin(options.program.words))
      if (isSourceName(word) && fs::is_regular_file(word) &&
          !findSameFile(word, names))
        names.push_back(word);
  if (names.empty())
    return llvm::make_error<UsageError>(
        "no argument of the program names a file in C or C++; name the file to "
        "reduce with --file");
  std::vector<SourceText> texts;
  for (const std::string &name : names) {
    if (llvm::Error error = checkGivenOnce(name, names))
      return std::move(error);
    llvm::Expected<SourceText> text = readText(name);
    if (!text)
      return text.takeError();
    if (options.program.containment.unconfined &&
        (path::is_absolute(name) || llvm::StringRef(name).contains("..")))
      return llvm::make_error<UsageError>(
          "--file " + name +
          ": with --unconfined, only files below the current folder can be "
          "reduced; go there, or leave out --unconfined");
    texts.push_back(std::move(*text));
  }
  return texts;
}

static llvm::Error inlineHeaders(const SourceEditor &editor,
                                 std::vector<SourceText> &texts) {
  const std::vector<SourceText> before = texts;
  for (uint32_t i = 0; i < texts.size(); ++i)
    if (!isHeaderName(texts[i].path))
      if (llvm::Error error =
              editor.withHeaders(before, i).moveInto(texts[i].text))
        return error;
  return llvm::Error::success();
}

// The following functions handle the files of the result.

/// Returns the paths of the files for the reduced texts. If an original is
/// below the current folder, the path for its reduced text has the same
/// folders; otherwise only the same file name. Returns an error if a file would
/// replace one of the user's.
static llvm::Expected<std::vector<std::string>>
planFiles(const SourceVerbOptions &options, llvm::ArrayRef<SourceText> texts) {
  std::vector<std::string> files;
  for (const SourceText &text : texts) {
    llvm::StringRef name = text.path;
    bool isBelow = !path::is_absolute(name) && !name.contains("..");
    llvm::SmallString<256> file(options.output);
    path::append(file, isBelow ? name : path::filename(name));
    files.push_back(freeResultPath(file.str().str(), files));
    if (llvm::Error error =
            checkResultFile("-o " + options.output, files.back(),
                            options.inputFiles, "name another folder"))
      return std::move(error);
  }
  return files;
}

static llvm::Error writeTexts(SourceSummary &summary,
                              llvm::ArrayRef<std::string> files) {
  for (auto [source, file] : llvm::zip_equal(summary.sources, files)) {
    source.file = file;
    llvm::StringRef folder = path::parent_path(file);
    if (std::error_code code = fs::create_directories(folder))
      return cannotWrite(folder, code.value());
    if (llvm::Error error = writeFileAtomically(file, source.reduced))
      return error;
  }
  return llvm::Error::success();
}

// The search

static Materials startingMaterials(const SourceRequest &request) {
  Materials materials;
  materials.standardInput = request.standardInput;
  for (const SourceText &text : request.texts)
    materials.files.push_back({text.path, text.text});
  return materials;
}

/// Returns true if the program is gcc, or a shell with a command line that
/// starts gcc.
static bool namesGCC(llvm::ArrayRef<std::string> words) {
  for (llvm::StringRef rest : words)
    while (!rest.empty()) {
      auto [word, others] = rest.split(' ');
      word = path::filename(word).rtrim("0123456789-.");
      if (llvm::is_contained({"gcc", "g++", "cc", "c++", "tcc"}, word))
        return true;
      rest = others;
    }
  return false;
}

/// Returns the flags for Clang's parser.
static std::vector<std::string> flagsFor(const SourceVerbOptions &options) {
  std::vector<std::string> flags =
      parseFlags(llvm::ArrayRef(options.program.words).drop_front());
  // Clang reports errors where older versions of gcc only warn. For gcc, these
  // errors are turned off, since the run itself shows what the installed gcc
  // does.
  if (namesGCC(options.program.words))
    for (const char *flag :
         {"-Wno-implicit-function-declaration", "-Wno-implicit-int",
          "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types",
          "-Wno-return-mismatch"})
      flags.push_back(flag);
  flags.insert(flags.end(), options.flags.begin(), options.flags.end());
  return flags;
}

static llvm::Expected<Algorithm> findReducer(const std::string &name) {
  llvm::Expected<Algorithm> found = findAlgorithm(name);
  if (!found)
    return found;
  bool isMaximising = found->guarantee == Minimality::OneMaximal;
  if (!isMaximising && found->guarantee != Minimality::OneMinimalDifference)
    return found;
  return llvm::make_error<UsageError>(
      "--algorithm " + name + " does not look for a small text that fails; " +
      "write `pinstripe input --file NAME " +
      (isMaximising ? "--maximise" : "--isolate PASSING") + "` instead");
}

static llvm::Expected<SourceRequest>
planSearch(const SourceVerbOptions &options, const std::string &folder) {
  SourceRequest request{{}, SourceEditor(folder, flagsFor(options))};
  if (llvm::Error error = readTexts(options).moveInto(request.texts))
    return error;
  if (options.inlineHeaders)
    if (llvm::Error error = inlineHeaders(request.editor, request.texts))
      return error;
  if (llvm::Error error =
          findReducer(options.algorithm).moveInto(request.algorithm))
    return error;
  if (!options.standardInput.empty())
    if (llvm::Error error =
            readFile(options.standardInput).moveInto(request.standardInput))
      return error;
  if (!options.levels.empty())
    request.levels = options.levels;
  request.isFormatted = options.isFormatted;
  request.budget = options.budget;
  return request;
}

llvm::Expected<SourceSummary>
pinstripe::reduceSource(const SourceVerbOptions &options,
                        ReductionObserver &observer,
                        const std::atomic<bool> &stop) {
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  llvm::Expected<SourceRequest> request =
      planSearch(options, (*program)->setting().launch.workingDirectory);
  if (!request)
    return request.takeError();
  auto files = planFiles(options, request->texts);
  if (!files)
    return files.takeError();
  if (llvm::Error error =
          (*program)->observe(startingMaterials(*request), stop))
    return error;

  SourceSummary summary;
  summary.arguments = (*program)->setting().launch.arguments;
  TextCheck check;
  if (!options.acceptsErrors) {
    check = request->editor.acceptErrorsOf(request->texts);
    // If the text is not valid although there is no error message, Clang has
    // crashed.
    summary.isChecked = check.isValid || !check.errors.empty();
    summary.firstError = check.firstError;
  }
  // Texts in which Clang finds errors are refused without a run. So stored
  // outcomes are valid only for the same flags of the parser and the same set
  // of accepted errors.
  auto memory = (*program)->beginSearch(
      "source " + request->standardInput + "\n" +
          (summary.isChecked ? llvm::join(request->editor.parserFlags(), " ") +
                                   llvm::join(check.errors, "\n")
                             : "all texts"),
      summary);
  if (!memory)
    return memory.takeError();
  const SourceEditor editor = request->editor;
  const Deadline deadline = request->budget.deadline;
  const TimedStop ending(stop, deadline);
  TesterChoice testers = (*program)->testers(ending.flag());
  testers.factory =
      [&, plain = std::move(testers.factory)](
          unsigned lane) -> llvm::Expected<std::unique_ptr<RunTester>> {
    llvm::Expected<std::unique_ptr<RunTester>> tester = plain(lane);
    if (!tester || !summary.isChecked)
      return tester;
    return checkedTester(editor, std::move(*tester));
  };
  {
    TestLanes lanes(std::move(testers), ending.flag());
    llvm::Error error = SourceSearch(std::move(*request), lanes, **memory)
                            .run(summary, observer, ending.flag());
    // If an engine (the part of the tool that makes runs) fails, the smallest
    // text found so far is still the result.
    if (error.isA<EngineError>() && summary.counts.fail != 0)
      summary.failure = llvm::toString(std::move(error));
    else if (error)
      return error;
  }
  if (summary.interrupted && !stop.load()) {
    summary.interrupted = false;
    summary.exhausted = BudgetLimit::Time;
  }
  // If no test had the outcome FAIL, the search ended before its first test, or
  // there was no edit to test. The result is then the original text, which is
  // known to fail. But if the user has interrupted the search, there is no
  // result.
  if (summary.counts.fail == 0 && summary.interrupted)
    return llvm::make_error<InterruptedError>();
  if (llvm::Error error = writeTexts(summary, *files))
    return error;
  // Ctrl-C may also come after the search, while the result is formatted.
  summary.interrupted |= stop.load();
  return summary;
}

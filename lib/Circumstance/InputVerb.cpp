// Defines the verb `input`: reduces the input with which a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/InputVerb.h"
#include "pinstripe/Grammar/EarleyParser.h"
#include "pinstripe/Grammar/GrammarBuilder.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ResultFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Reads an input from a file of the user.
static llvm::Expected<std::string> readInput(const std::string &file,
                                             llvm::StringRef option) {
  if (fs::is_directory(file))
    return llvm::make_error<UsageError>(option + " " + file +
                                        ": is a folder; name a file");
  llvm::Expected<std::string> content = readFile(file);
  if (!content)
    return llvm::make_error<UsageError>(option + " " +
                                        llvm::toString(content.takeError()));
  constexpr size_t most = size_t(1) << 31;
  if (content->size() > most)
    return llvm::make_error<UsageError>(option + " " + file +
                                        ": has more than 2 GB");
  return content;
}

/// Returns the path by which runs find a file of the user. Returns an error if
/// runs can't get another content for this file: without a sandbox, this is
/// possible only for files below the current folder.
static llvm::Expected<std::string> pathForRuns(const std::string &file,
                                               const ProgramSetting &setting) {
  if (setting.sandbox)
    return file;
  llvm::StringRef relative = file;
  if (relative.consume_front(setting.launch.workingDirectory))
    relative = relative.ltrim('/');
  llvm::SmallString<256> plain(relative);
  path::remove_dots(plain, /*remove_dot_dot=*/true);
  if (path::is_absolute(plain) || plain.str().starts_with(".."))
    return llvm::make_error<UsageError>(
        "--file " + file +
        ": with --unconfined, only files below the current folder can be "
        "reduced; go there, or leave out --unconfined");
  return plain.str().str();
}

static llvm::Expected<std::vector<InputPair>>
readInputs(const InputVerbOptions &options, const ProgramSetting &setting) {
  std::vector<InputPair> inputs;
  if (!options.standardInput.empty()) {
    llvm::Expected<std::string> content =
        readInput(options.standardInput, "--stdin");
    if (!content)
      return content.takeError();
    inputs.push_back({"", "", std::move(*content)});
  }
  for (const std::string &file : options.files) {
    if (llvm::Error error = checkGivenOnce(file, options.files))
      return std::move(error);
    llvm::Expected<std::string> content = readInput(file, "--file");
    if (!content)
      return content.takeError();
    llvm::Expected<std::string> found = pathForRuns(file, setting);
    if (!found)
      return found.takeError();
    inputs.push_back({std::move(*found), "", std::move(*content)});
  }
  if (inputs.empty())
    return llvm::make_error<UsageError>(
        "no input given; name a file with --stdin or --file, or redirect "
        "standard input from one");
  if (options.passing.empty())
    return inputs;
  if (inputs.size() != 1)
    return llvm::make_error<UsageError>(
        "--isolate compares one input; give it alone with --stdin or --file");
  llvm::Expected<std::string> passing = readInput(options.passing, "--isolate");
  if (!passing)
    return passing.takeError();
  inputs[0].passing = std::move(*passing);
  if (inputs[0].passing == inputs[0].failing)
    return llvm::make_error<UsageError>(
        "--isolate " + options.passing +
        ": is the same as the failing input; give one that passes");
  return inputs;
}

/// Returns the method for reducing derivation trees that has the given name;
/// nullopt if there is none.
static std::optional<TreeMethod> treeMethodCalled(llvm::StringRef name) {
  for (const NamedTreeMethod &each : namedTreeMethods())
    if (each.name == name)
      return each.method;
  return std::nullopt;
}

/// Returns the algorithm that the options name. If they name a method for
/// reducing derivation trees, returns the algorithm with which this method
/// finds the branches that can be removed.
static llvm::Expected<Algorithm> algorithmOf(const InputVerbOptions &options) {
  if (!treeMethodCalled(options.algorithm))
    return chooseAlgorithm(options.form, options.algorithm);
  if (options.grammar.empty())
    return llvm::make_error<UsageError>(
        "--algorithm " + options.algorithm +
        " works on the tree of an input; describe the input with --grammar");
  return findAlgorithm("ddmin");
}

/// Returns an Error whose message begins with "--grammar ".
static llvm::Error aboutGrammar(llvm::Error error) {
  return llvm::make_error<UsageError>("--grammar " +
                                      llvm::toString(std::move(error)));
}

/// Returns the path of the only input, as the user has typed it.
static const std::string &nameOfInput(const InputVerbOptions &options) {
  return options.files.empty() ? options.standardInput : options.files[0];
}

/// Returns the language that the option --grammar names; null if it names a
/// file.
static llvm::Expected<const Language *>
chooseLanguage(const InputVerbOptions &options) {
  const std::string &name = options.grammar;
  if (name != "auto" && !isLanguageName(name))
    return nullptr;
  llvm::Expected<const Language *> language =
      name == "auto" ? languageOfFile(nameOfInput(options))
                     : findLanguage(name);
  if (!language)
    return llvm::make_error<UsageError>("--grammar " + name + ": " +
                                        llvm::toString(language.takeError()));
  return language;
}

/// Parses the input by the grammar of a language.
static llvm::Error readByLanguage(TreeRequest &request,
                                  const Language &language,
                                  const InputVerbOptions &options,
                                  llvm::StringRef text) {
  auto reader = LanguageReader::create(language, text);
  if (!reader)
    return aboutGrammar(reader.takeError());
  request.reader = std::move(*reader);
  request.grammar = std::shared_ptr<const Grammar>(request.reader,
                                                   &request.reader->grammar());
  request.tree = request.reader->read(text);
  size_t errors = request.reader->errors();
  if (errors == 0 || !options.program.say)
    return llvm::Error::success();
  std::string place =
      describePlace(nameOfInput(options), text, request.reader->firstError());
  std::string others =
      errors == 1 ? "" : " (nor " + std::to_string(errors - 1) + " later ones)";
  options.program.say("note: " + place + ": the grammar of " +
                      language.title.str() + " does not describe this place" +
                      others + "; no candidate has more errors than the input");
  return llvm::Error::success();
}

/// Parses the input by a grammar that is read from a file.
static llvm::Error readByFile(TreeRequest &request,
                              const InputVerbOptions &options,
                              llvm::StringRef text) {
  if (!fs::exists(options.grammar))
    return llvm::make_error<UsageError>(
        "--grammar " + options.grammar +
        ": No such file or directory; name a file, auto, or one of the "
        "languages that this pinstripe knows: " +
        knownLanguages());
  llvm::Expected<Grammar> grammar = readGrammarFile(options.grammar);
  if (!grammar)
    return aboutGrammar(grammar.takeError());
  request.grammar = std::make_shared<Grammar>(std::move(*grammar));
  ParseOptions parsing;
  parsing.name = nameOfInput(options);
  parsing.grammarName = options.grammar;
  return parse(*request.grammar, text, parsing).moveInto(request.tree);
}

/// Parses the input by the grammar that the options name.
static llvm::Expected<TreeRequest> readTree(const InputVerbOptions &options,
                                            llvm::ArrayRef<InputPair> inputs) {
  if (options.form != SearchForm::Minimise)
    return llvm::make_error<UsageError>(
        "--grammar looks for a small failing input; leave out --maximise and "
        "--isolate");
  if (inputs.size() != 1)
    return llvm::make_error<UsageError>(
        "--grammar describes one input; give it alone with --stdin or --file");
  llvm::Expected<const Language *> language = chooseLanguage(options);
  if (!language)
    return language.takeError();
  TreeRequest request;
  request.method =
      treeMethodCalled(options.algorithm).value_or(TreeMethod::Usual);
  const std::string &text = inputs[0].failing;
  llvm::Error error = *language
                          ? readByLanguage(request, **language, options, text)
                          : readByFile(request, options, text);
  if (error)
    return std::move(error);
  return request;
}

/// Returns how many tests are made at once, and how their testers are made. If
/// the grammar is that of a programming language, the testers make no runs with
/// texts that have syntax errors.
static TesterChoice testersOf(const ProgramCase &program,
                              const InputRequest &request,
                              const std::atomic<bool> &stop) {
  TesterChoice choice = program.testers(stop);
  if (!request.tree || !request.tree->reader)
    return choice;
  const LanguageReader &reader = *request.tree->reader;
  choice.factory =
      [plain = std::move(choice.factory), &language = reader.language(),
       errors = reader.errors(), path = request.inputs[0].path](
          unsigned lane) -> llvm::Expected<std::unique_ptr<RunTester>> {
    llvm::Expected<std::unique_ptr<RunTester>> tester = plain(lane);
    if (!tester)
      return tester;
    return syntaxTester(language, errors, path, std::move(*tester));
  };
  return choice;
}

/// Runs the program `repeat` times with the result of the search. Counts in
/// `summary` how many of these runs still fail.
static llvm::Error confirm(const ProgramCase &program, InputSummary &summary,
                           unsigned repeat, const std::atomic<bool> &stop) {
  Materials materials;
  for (const ReducedInput &input : summary.inputs) {
    if (input.path.empty())
      materials.standardInput = input.failing;
    else
      materials.files.push_back({input.path, input.failing});
  }
  auto tester = program.tester(0, stop);
  if (!tester)
    return tester.takeError();
  for (unsigned run = 0; run < repeat && !stop.load(); ++run) {
    llvm::Expected<TestedRun> tested = (*tester)->test(materials, stop);
    if (!tested)
      return tested.takeError();
    if (stop.load())
      break;
    ++summary.repeated;
    summary.reproduced += tested->outcome == Outcome::Fail;
  }
  return llvm::Error::success();
}

llvm::Expected<InputSummary> pinstripe::searchInputs(
    ProgramCase &program, InputRequest request,
    const ProgramCaseOptions &options, llvm::StringRef circumstance,
    ReductionObserver &observer, const std::atomic<bool> &stop) {
  Materials failing;
  for (const InputPair &input : request.inputs) {
    if (input.path.empty())
      failing.standardInput = input.failing;
    else
      failing.files.push_back({input.path, input.failing});
  }
  if (llvm::Error error = program.observe(failing, stop))
    return error;
  InputSummary summary;
  summary.arguments = program.setting().launch.arguments;
  auto memory = program.beginSearch(circumstance, summary);
  if (!memory)
    return memory.takeError();
  {
    TestLanes lanes(testersOf(program, request, stop), stop);
    llvm::Error error = InputSearch(std::move(request), lanes, **memory)
                            .run(summary, observer, stop);
    // If an engine (the part of the tool that makes runs) fails, the smallest
    // inputs found so far are still the result.
    if (error.isA<EngineError>() && summary.counts.fail != 0)
      summary.failure = llvm::toString(std::move(error));
    else if (error)
      return error;
  }
  if (summary.counts.fail == 0)
    return llvm::make_error<InterruptedError>();
  if (summary.form != SearchForm::Maximise && summary.failure.empty())
    if (llvm::Error error = confirm(program, summary, options.repeat, stop))
      return error;
  return summary;
}

// The following functions handle the files of the result.

/// Returns the ending of the file names for passing contents. Only a search
/// that isolates a difference writes such files: its result is a failing and a
/// passing content for each input.
static std::string passingSuffix(const InputVerbOptions &options) {
  return options.form == SearchForm::Isolate ? ".passing" : "";
}

/// Returns the paths of the files for the result, one for each input. Returns
/// an error if a file would replace one of the user's.
static llvm::Expected<std::vector<std::string>>
planFiles(const InputVerbOptions &options, llvm::ArrayRef<InputPair> inputs) {
  bool isNamed = !options.output.empty(), isAlone = inputs.size() == 1;
  std::vector<std::string> files;
  for (const InputPair &input : inputs) {
    llvm::StringRef name =
        path::filename(input.path.empty() ? options.standardInput : input.path);
    llvm::SmallString<256> file(options.output);
    if (!isNamed)
      file = (name + ".reduced").str();
    else if (!isAlone)
      path::append(file, name);
    files.push_back(freeResultPath(file.str().str(), files));
  }
  for (const std::string &file : files)
    for (const std::string &each : {file, file + passingSuffix(options)})
      if (llvm::Error error = checkResultFile(
              "-o " + (isNamed ? options.output : file), each,
              options.inputFiles,
              isAlone ? "name another file" : "name another folder"))
        return error;
  return files;
}

/// Writes the result into `files`, one for each input.
static llvm::Error writeResult(const InputVerbOptions &options,
                               llvm::ArrayRef<std::string> files,
                               InputSummary &summary) {
  if (files.size() != 1 && !options.output.empty())
    if (std::error_code code = fs::create_directories(options.output))
      return cannotWrite(options.output, code.value());
  for (auto [input, file] : llvm::zip_equal(summary.inputs, files)) {
    if (options.form != SearchForm::Maximise) {
      input.failingFile = file;
      if (llvm::Error error = writeFileAtomically(file, input.failing))
        return error;
    }
    if (options.form != SearchForm::Minimise) {
      input.passingFile = file + passingSuffix(options);
      if (llvm::Error error =
              writeFileAtomically(input.passingFile, input.passing))
        return error;
    }
  }
  return llvm::Error::success();
}

llvm::Expected<InputSummary>
pinstripe::reduceInput(const InputVerbOptions &options,
                       ReductionObserver &observer,
                       const std::atomic<bool> &stop) {
  llvm::Expected<Algorithm> algorithm = algorithmOf(options);
  if (!algorithm)
    return algorithm.takeError();
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  auto inputs = readInputs(options, (*program)->setting());
  if (!inputs)
    return inputs.takeError();
  auto files = planFiles(options, *inputs);
  if (!files)
    return files.takeError();
  InputRequest request;
  if (!options.grammar.empty()) {
    llvm::Expected<TreeRequest> tree = readTree(options, *inputs);
    if (!tree)
      return tree.takeError();
    request.tree = std::move(*tree);
  }
  request.inputs = std::move(*inputs);
  request.form = options.form;
  request.algorithm = *algorithm;
  request.levels =
      options.levels.empty() ? usualLevels(request.inputs) : options.levels;
  request.fixpoint = options.fixpoint;
  request.budget = options.budget;

  // If the input is parsed as a programming language, texts with syntax errors
  // are UNRESOLVED without a run. Other searches do run such texts. So the
  // tests of the two kinds of searches are stored apart.
  bool hasLanguage = request.tree && request.tree->reader;
  std::string circumstance =
      hasLanguage ? "input in " + request.tree->reader->language().name.str()
                  : "input";
  auto summary = searchInputs(**program, std::move(request), options.program,
                              circumstance, observer, stop);
  if (!summary)
    return summary.takeError();
  if (llvm::Error error = writeResult(options, *files, *summary))
    return error;
  return summary;
}

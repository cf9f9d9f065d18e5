// Makes runs whose input is a variation of the recorded run's input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/VariedRuns.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// The largest size in bytes of an input that is varied. Larger inputs are not
/// varied, since each variation takes as much memory as the input.
static constexpr uint64_t maxInputBytes = uint64_t(16) << 20;
/// The maximum number of files that are varied. More files would leave few
/// variations for each.
static constexpr size_t maxFiles = 4;
/// If there is an input besides the arguments, the arguments are changed in one
/// of every `shareOfArguments` variations. All other variations change another
/// input.
static constexpr size_t shareOfArguments = 4;

static bool isVariedText(llvm::StringRef text) {
  return !text.empty() && text.size() <= maxInputBytes && !text.contains('\0');
}

/// Returns the content of a file as the program sees it; nullopt if the program
/// finds no such file.
static std::optional<std::string> contentOf(const RunnableCase &runnable,
                                            llvm::StringRef name) {
  llvm::SmallString<256> path(name);
  const LaunchSpec &launch = runnable.recorded.launch;
  llvm::sys::fs::make_absolute(launch.workingDirectory, path);
  const RunPlace &place = runnable.runner.place();
  if (place.sandbox) {
    auto seen = place.sandbox->readFile(path.str().str());
    if (seen)
      return std::move(*seen);
    llvm::consumeError(seen.takeError());
    return std::nullopt;
  }
  if (!llvm::sys::fs::is_regular_file(path))
    return std::nullopt;
  llvm::Expected<std::string> content = readFile(path, maxInputBytes);
  if (content)
    return std::move(*content);
  // The program may name a file that Pinstripe can't read. The file is then not
  // varied.
  llvm::consumeError(content.takeError());
  return std::nullopt;
}

/// Returns the file that the argument number `argument` names. The argument is
/// the name of the file, or ends with it, as `--input=a.txt` does. The result
/// includes the text before the name. Returns nullopt if the argument names no
/// text file.
static std::optional<VariedInput> fileOf(const RunnableCase &runnable,
                                         const LaunchSpec &launch,
                                         size_t argument) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::StringRef text = launch.arguments[argument];
  for (size_t start : {size_t(0), text.find('=') + 1}) {
    llvm::StringRef name = text.drop_front(start);
    if (name.empty() || llvm::is_contained(recorded.theCase.writtenFiles, name))
      continue;
    std::optional<std::string> content = contentOf(runnable, name);
    if (!content || !isVariedText(*content))
      continue;
    VariedInput input{VariedInput::Kind::File, name.str()};
    input.pieces = linesOf(*content);
    input.argument = argument;
    input.prefix = text.take_front(start).str();
    return input;
  }
  return std::nullopt;
}

std::vector<VariedInput> pinstripe::variedInputs(const RunnableCase &runnable,
                                                 const LaunchSpec &launch) {
  std::vector<VariedInput> inputs;
  llvm::Expected<std::string> standardInput = readFile(launch.standardInput);
  if (!standardInput)
    // Without an input file, the standard input is empty.
    llvm::consumeError(standardInput.takeError());
  else if (isVariedText(*standardInput))
    inputs.push_back({VariedInput::Kind::StandardInput, "standard input",
                      linesOf(*standardInput)});
  if (inputs.empty())
    for (size_t i = 0; i != launch.arguments.size(); ++i)
      if (inputs.size() != maxFiles)
        if (std::optional<VariedInput> file = fileOf(runnable, launch, i))
          inputs.push_back(std::move(*file));
  if (!launch.arguments.empty())
    inputs.push_back(
        {VariedInput::Kind::Arguments, "arguments", launch.arguments});
  return inputs;
}

VariedRuns::VariedRuns(std::vector<std::string> arguments,
                       std::vector<VariedInput> inputs, std::string folder,
                       size_t most)
    : arguments(std::move(arguments)), inputs(std::move(inputs)),
      folder(std::move(folder)), most(most) {}

/// Returns the largest number of variations that are made of the input number
/// `input`. The last input gets all variations that are left.
size_t VariedRuns::shareOf(size_t input) const {
  size_t left = most - made;
  if (input + 1 == inputs.size())
    return left;
  bool hasArguments = inputs.back().kind == VariedInput::Kind::Arguments;
  size_t ofArguments = hasArguments ? most / shareOfArguments : 0;
  size_t others = inputs.size() - input - (hasArguments ? 1 : 0);
  return (left - std::min(left, ofArguments)) / others;
}

/// Returns true if the varied arguments still name each input file. A program
/// that is started without the name of its file would only print an error.
bool VariedRuns::keepsFiles(const InputVariations::Pieces &varied) const {
  return llvm::all_of(inputs, [&](const VariedInput &input) {
    return input.kind != VariedInput::Kind::File ||
           llvm::is_contained(varied, arguments[input.argument]);
  });
}

/// Writes a file of a run, and stores its path in `path`.
llvm::Error VariedRuns::giveInput(VariedRun &run, llvm::StringRef name,
                                  llvm::StringRef content,
                                  std::string &path) const {
  if (std::error_code code = llvm::sys::fs::create_directory(run.folder))
    return cannotWrite(run.folder, code.value());
  llvm::SmallString<256> file(run.folder);
  llvm::sys::path::append(file, name);
  path = file.str().str();
  return writeFileAtomically(path, content, Durability::ProcessKill);
}

llvm::Expected<VariedRun> VariedRuns::make(const VariedInput &input,
                                           InputVariations::Pieces varied) {
  VariedRun result;
  OtherRun &run = result.run;
  result.folder = folder + "/" + std::to_string(made);
  run.arguments = arguments;
  std::string text = llvm::join(varied, "");
  result.size = text.size();
  std::string path;
  switch (input.kind) {
  case VariedInput::Kind::StandardInput:
    if (llvm::Error error = giveInput(result, "stdin", text, run.standardInput))
      return error;
    break;
  case VariedInput::Kind::File:
    if (llvm::Error error = giveInput(
            result, llvm::sys::path::filename(input.name), text, path))
      return error;
    run.arguments[input.argument] = input.prefix + path;
    break;
  case VariedInput::Kind::Arguments:
    run.arguments = std::move(varied);
    if (inputs.front().kind == VariedInput::Kind::StandardInput)
      if (llvm::Error error =
              giveInput(result, "stdin", llvm::join(inputs.front().pieces, ""),
                        run.standardInput))
        return error;
    break;
  }
  run.text = quoteForShell(run.arguments);
  if (run.standardInput != OtherRun().standardInput)
    run.text += (run.text.empty() ? "< " : " < ") +
                quoteForShell(llvm::StringRef(run.standardInput));
  return result;
}

llvm::Expected<std::optional<VariedRun>> VariedRuns::next() {
  while (current != inputs.size() && made != most) {
    const VariedInput &input = inputs[current];
    if (!variations)
      variations.emplace(input.pieces, shareOf(current));
    std::optional<InputVariations::Pieces> varied = variations->next();
    if (!varied) {
      variations.reset();
      ++current;
      continue;
    }
    bool isWithoutFile =
        input.kind == VariedInput::Kind::Arguments && !keepsFiles(*varied);
    if (isWithoutFile)
      continue;
    ++made;
    llvm::Expected<VariedRun> run = make(input, std::move(*varied));
    if (!run)
      return run.takeError();
    return std::move(*run);
  }
  return std::nullopt;
}

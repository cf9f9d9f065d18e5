// Output on the terminal: progress, errors and results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Console.h"
#include "pinstripe/Report/ASCIIStream.h"
#include "pinstripe/Report/TerminalTraits.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace pinstripe;

bool pinstripe::isTerminal(int descriptor) { return ::isatty(descriptor) == 1; }

/// Returns the value of an environment variable; empty if it is not set.
static llvm::StringRef variable(llvm::StringRef name) {
  const char *value = std::getenv(name.str().c_str());
  return value ? value : "";
}

/// Returns whether the terminal probably shows UTF-8. The first of the
/// environment variables LC_ALL, LC_CTYPE and LANG that is set names the
/// locale. The result is true if the locale has UTF-8. It is also true if no
/// variable is set, as in many containers.
static bool showsUTF8() {
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (llvm::StringRef locale = variable(name); !locale.empty())
      return locale.contains_insensitive("utf-8") ||
             locale.contains_insensitive("utf8");
  return true;
}

llvm::raw_ostream &pinstripe::results() {
  static ASCIIStream ascii(llvm::outs());
  if (showsUTF8())
    return llvm::outs();
  return ascii;
}

llvm::raw_ostream &pinstripe::messages() {
  static ASCIIStream ascii(llvm::errs());
  if (showsUTF8())
    return llvm::errs();
  return ascii;
}

bool pinstripe::canRedraw(int descriptor) {
  return isTerminal(descriptor) && !variable("TERM").empty() &&
         variable("TERM") != "dumb";
}

TextStyle pinstripe::styleFor(int descriptor) {
  TextStyle style;
  style.colour = wantsColour(isTerminal(descriptor), variable);
  if (!isTerminal(descriptor))
    return style;
  winsize size{};
  style.width = 80;
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
    style.width = size.ws_col;
  // Without UTF-8, an ellipsis takes three columns instead of one. So lines are
  // limited to two columns fewer.
  if (!showsUTF8() && style.width > 2)
    style.width -= 2;
  return style;
}

LinkedResults::LinkedResults(Hyperlinks links) {
  bool areWanted = links == Hyperlinks::Always ||
                   (links == Hyperlinks::Auto &&
                    showsHyperlinks(isTerminal(STDOUT_FILENO), variable));
  llvm::SmallString<256> folder;
  if (!areWanted || llvm::sys::fs::current_path(folder))
    return;
  char host[256] = "";
  if (::gethostname(host, sizeof(host) - 1) != 0)
    host[0] = '\0';
  linked.emplace(results(), fileLinks(folder.str().str(), host));
}

StatusLine::StatusLine(const TerminalOptions &terminal,
                       const Stopwatch &stopwatch)
    : terminal(terminal) {
  auto clock = [&stopwatch] { return stopwatch.seconds(); };
  if (terminal.progress == ProgressForm::JSON)
    lines.emplace(llvm::errs(), clock);
  if (terminal.progress == ProgressForm::Text && !terminal.noSignals &&
      hasTitle(isTerminal(STDERR_FILENO), variable))
    signal.emplace(llvm::errs(), clock);
}

void StatusLine::show(const Progress &progress) {
  if (lines)
    lines->step(progress.step, progress.done, progress.all, progress.unit);
  if (form() != ProgressForm::Text || !canRedraw(STDERR_FILENO))
    return;
  std::string text = describeProgress(progress);
  llvm::errs() << "\r\033[K" << printable(text) << " ...";
  isShown = true;
  showInTitle(text);
}

void StatusLine::show(const LocateSummary &soFar) {
  constexpr size_t maxLines = 3;
  if (lines)
    lines->ranking(soFar);
  if (form() != ProgressForm::Text || !canRedraw(STDERR_FILENO))
    return;
  clear();
  writeLocationSoFar(soFar, styleFor(STDERR_FILENO), maxLines, messages());
}

void StatusLine::showInTitle(llvm::StringRef progress) {
  if (signal)
    signal->show(progress);
}

void StatusLine::clear() {
  if (lines)
    lines->finish();
  if (isShown)
    llvm::errs() << "\r\033[K";
  isShown = false;
}

ConsoleProgress::ConsoleProgress(StatusLine &status, const Stopwatch &stopwatch)
    : status(status) {
  if (status.form() == ProgressForm::Text)
    text.emplace(
        styleFor(STDERR_FILENO), messages(),
        [&stopwatch] { return stopwatch.seconds(); },
        canRedraw(STDERR_FILENO) ? ProgressReporter::Form::Redrawn
                                 : ProgressReporter::Form::Lines);
}

void ConsoleProgress::progressed(const ReductionProgress &progress) {
  if (ProgressJSON *json = status.json())
    json->reduction(progress);
  if (text)
    text->progressed(progress);
  status.showInTitle(std::to_string(progress.bestCount) + " of " +
                     std::to_string(progress.elements) + " left");
}

void StatusLine::attach(RecordOptions &options) {
  options.progress = listener();
  options.say = [this, say = options.say](llvm::StringRef text) {
    clear();
    say(text);
  };
}

void pinstripe::printError(llvm::StringRef message) {
  messages() << "error: " << printableLines(message) << '\n';
}

ExitStatus pinstripe::reportError(llvm::Error error) {
  ExitStatus status = ExitStatus::InternalError;
  auto print = [](const llvm::ErrorInfoBase &info) {
    printError(info.message());
  };
  auto as = [&](ExitStatus meant) {
    return [&status, print, meant](const auto &info) {
      print(info);
      status = meant;
    };
  };
  llvm::handleAllErrors(
      std::move(error),
      [&](const UsageError &info) { as(ExitStatus::Usage)(info); },
      [&](const TraceFormatError &info) { as(ExitStatus::Usage)(info); },
      [&](const ReproductionError &info) {
        as(ExitStatus::NotReproduced)(info);
      },
      [&](const TargetError &info) { as(ExitStatus::UnusableTarget)(info); },
      [&](const NothingToReduceError &info) {
        as(ExitStatus::NothingToReduce)(info);
      },
      [&](const InterruptedError &info) { as(ExitStatus::Interrupted)(info); },
      [&](const llvm::ErrorInfoBase &info) { print(info); });
  return status;
}

llvm::Error pinstripe::checkOutputFile(const std::string &path) {
  if (path.empty() || path == "-")
    return llvm::Error::success();
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  std::string target = llvm::sys::fs::exists(path) ? path
                       : folder.empty()            ? "."
                                                   : folder.str();
  if (llvm::sys::fs::is_directory(path))
    return llvm::make_error<FileError>(path +
                                       ": this is a folder; name a file");
  if (::access(target.c_str(), W_OK) != 0)
    return llvm::make_error<FileError>(
        path + ": can't write: " + std::strerror(errno) +
        "; choose a place that you may write to");
  return llvm::Error::success();
}

namespace {

/// A stream that writes to an AtomicFile, which replaces the old file only when
/// the new one is complete.
class AtomicFileStream : public llvm::raw_ostream {
public:
  explicit AtomicFileStream(AtomicFile &file) : file(file) {
    SetBufferSize(size_t(1) << 20);
  }
  ~AtomicFileStream() override { flush(); }
  /// Flushes the stream. Returns the first error that any of its writes had;
  /// success if there was none.
  llvm::Error takeError() {
    flush();
    return std::move(error);
  }

private:
  void write_impl(const char *data, size_t size) override {
    if (!error)
      error = file.append({data, size});
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  AtomicFile &file;
  llvm::Error error = llvm::Error::success();
  uint64_t position = 0;
};

} // namespace

llvm::Error pinstripe::writeOutputFile(
    const std::string &path,
    llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (path == "-") {
    write(llvm::outs());
    return llvm::Error::success();
  }
  llvm::Expected<AtomicFile> file =
      AtomicFile::create(path, Durability::ProcessKill);
  if (!file)
    return file.takeError();
  AtomicFileStream stream(*file);
  write(stream);
  if (llvm::Error error = stream.takeError())
    return error;
  return file->commit();
}

ExitStatus pinstripe::finishOutput(ExitStatus status) {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  if (!error || error == std::errc::broken_pipe)
    return status;
  llvm::errs() << "error: standard output: " << error.message()
               << "; free some space or write elsewhere\n";
  return ExitStatus::InternalError;
}

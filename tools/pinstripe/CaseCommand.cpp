// The common part of all verbs that work on a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "Choices.h"
#include "GivenFiles.h"
#include "MPILanes.h"
#include "pinstripe/Driver/Inspect/ReportCollector.h"
#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/NotedError.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace pinstripe;

CaseCommand::CaseCommand(CLI::App &tool, VerbDescription text,
                         CaseOptions::Scope scope)
    : Command(tool, std::move(text)), caseOptions(*options, scope),
      listedEvents(defaultListedEvents) {
  addProgress(*options, terminal);
  addHyperlinks(*options, terminal);
}

void CaseCommand::addJSON() { pinstripe::addJSON(*options, json); }

void CaseCommand::addReport() {
  hasReport = true;
  options
      ->add_option("--report", page,
                   "Also write a page for a browser that shows the case with "
                   "all its results, as `pinstripe report` does")
      ->option_text("FILE")
      ->group(group::output);
  options
      ->add_option("--export", exports,
                   "Also write the case with its results in a format of other "
                   "tools, as `pinstripe export` does, whose page lists the "
                   "formats; may be repeated")
      ->allow_extra_args(false)
      ->option_text("FORMAT=FILE")
      ->group(group::output);
}

void CaseCommand::addSearchPage() { pinstripe::addSearchPage(*options, page); }

void CaseCommand::addSARIF() {
  options
      ->add_option("--sarif", sarif,
                   "Also write the lines as SARIF, for editors and code "
                   "scanning; the same as --export sarif=FILE")
      ->option_text("FILE")
      ->group(group::output);
}

/// Returns an error if the user wants lanes (processes that make runs) on other
/// machines together with `--reference`. The files that `--reference` makes are
/// only on this machine.
static llvm::Error checkReference(const CLI::App &options) {
  const CLI::Option *option = options.get_option_no_throw("--reference");
  if (!wantsOtherLanes(options) || !option || option->count() == 0)
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      "--lanes mpi: the files that are made for --reference are not on other "
      "machines; leave out one of the two");
}

/// Returns an error if a file of `--report`, `--sarif` or `--export` can't be
/// written. Call this function before the work of the verb begins.
llvm::Error CaseCommand::checkFiles() {
  if (llvm::Error error = checkPageFile(page))
    return error;
  if (sarif == "-")
    return llvm::make_error<UsageError>(
        "--sarif -: name a file, since the result is written to standard "
        "output; `pinstripe export --format sarif` writes there");
  if (!sarif.empty())
    exports.push_back("sarif=" + sarif);
  return findExportFiles(exports).moveInto(exportFiles);
}

void CaseCommand::addAnnotations() {
  options
      ->add_option("--annotations", annotationFormat,
                   "Also print the most important lines in the form in which "
                   "a CI system shows them beside the source, at most 10: "
                   "github: `::warning file=...`, with paths below the "
                   "repository")
      ->check(CLI::IsMember({"github"}))
      ->option_text("github")
      ->group(group::output);
}

std::string pinstripe::repositoryFolder() {
  if (const char *workspace = std::getenv("GITHUB_WORKSPACE");
      workspace && *workspace)
    return workspace;
  llvm::SmallString<256> current;
  if (llvm::sys::fs::current_path(current))
    return "";
  for (llvm::StringRef folder = current; !folder.empty();
       folder = llvm::sys::path::parent_path(folder)) {
    llvm::SmallString<256> mark(folder);
    llvm::sys::path::append(mark, ".git");
    if (llvm::sys::fs::exists(mark))
      return folder.str();
  }
  return current.str().str();
}

void CaseCommand::addListedEvents(const std::string &help) {
  options
      ->add_option("--json-events", listedEvents,
                   help + " [" + std::to_string(defaultListedEvents) + "]")
      ->transform(allOrNumber())
      ->option_text("N|all")
      ->group(group::output);
}

void CaseCommand::addMaxTime(std::optional<double> seconds) {
  maxSeconds = seconds;
  std::string byDefault;
  if (seconds)
    byDefault = llvm::formatv(" [{0:f0}]", *seconds);
  pinstripe::addMaxTime(
      *options, maxSeconds,
      "Stop after this time, with what there is: all that the command does "
      "counts, from the recording to the report" +
          byDefault);
}

void CaseCommand::addLanes(const std::string &runs) {
  options
      ->add_option("-j,--jobs", lanes,
                   runs + " at once: a number, or auto: as many as there are "
                          "processors where that saves time, and one with "
                          "LLDB [auto]. The result does not depend on it")
      ->transform(autoOrUpTo(LaneOptions::max))
      ->option_text("N")
      ->group(group::search);
  addLanePlace(*options);
}

LaneOptions CaseCommand::laneOptions(const RecordOptions &record) const {
  LaneOptions result;
  if (lanes != 0)
    result.lanes = lanes;
  result.say = record.say;
  result.others = others;
  return result;
}

/// Returns how many seconds before the deadline of `--max-time` the work of the
/// verb must end, so that there is time to make the result and its report. This
/// takes up to 0.25 microseconds for each event of the trace.
static double secondsForReport(const Trace &trace, const Deadline &deadline) {
  return std::min(0.25e-6 * trace.size(), 0.2 * deadline.secondsLeft());
}

llvm::Expected<OpenCase> CaseCommand::openResult(const RecordOptions &record) {
  auto directory = CaseDirectory::openForReading(record.caseDirectory);
  if (!directory)
    return directory.takeError();
  llvm::Expected<std::optional<BestResult>> best = directory->readBest();
  if (!best)
    return best.takeError();
  // A case without a stored result is opened, too. `readResult` later reports
  // that the result is missing.
  return openCase(best->value_or(BestResult()).predicate, record);
}

llvm::Expected<ExitStatus> CaseCommand::withCase(Obtain obtain, Work work) {
  Stopwatch stopwatch;
  Deadline deadline = maxSeconds ? Deadline::after(*maxSeconds) : Deadline();
  if (llvm::Error error = checkOutputFile(json))
    return error;
  if (llvm::Error error = checkFiles())
    return error;
  if (llvm::Error error = checkReference(*options))
    return error;
  if (llvm::Error error = startOtherLanes(*options).moveInto(others))
    return error;
  if (json == "-" && !annotationFormat.empty())
    return llvm::make_error<UsageError>(
        "--json - and --annotations both print to standard output; name a file "
        "after --json");
  const std::atomic<bool> &interrupted = catchInterrupts();
  StatusLine status(terminal, stopwatch);
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  llvm::Expected<OpenCase> open = obtain(record);
  status.clear();
  if (!open)
    return open.takeError();
  // The verb must not overwrite the files that the recorded run reads. If the
  // case was recorded before, the command line does not name these files.
  const LaunchSpec &launch = open->recorded->launch;
  CommandWords run = launch.arguments;
  run.insert(run.end(), {launch.program, launch.standardInput});
  if (llvm::Error error = checkWrittenFiles(*options, run))
    return error;
  deadline = deadline.before(secondsForReport(open->recorded->trace, deadline));
  OpenedCase opened{{*open->recorded, *open->runner, interrupted, deadline},
                    record,
                    status,
                    stopwatch};
  return work(opened);
}

llvm::Expected<ExitStatus> CaseCommand::withCase(const CommandWords &words,
                                                 Work work) {
  return withCase(
      [&](const RecordOptions &record) {
        return caseOptions.obtain(words, record);
      },
      work);
}

llvm::Error CaseCommand::write(Write writeText, Write writeJSON) const {
  if (json != "-")
    writeText(LinkedResults(terminal.links).stream());
  return json.empty() ? llvm::Error::success()
                      : writeOutputFile(json, writeJSON);
}

llvm::Expected<CaseReport> CaseCommand::collect(OpenedCase &opened,
                                                bool needsRuns) const {
  CollectorOptions settings;
  settings.say = opened.record.say;
  settings.progress = opened.status.listener();
  // After Ctrl-C, the program is not run again to find dependences. The
  // deadline of `--max-time` is not passed on: it is for the search of a verb
  // only.
  settings.dependences = needsRuns && !opened.stop.load();
  RunnableCase runnable{opened.recorded, opened.runner, opened.stop};
  llvm::Expected<CaseReport> report = collectReport(runnable, settings);
  opened.status.clear();
  if (report)
    report->version = PINSTRIPE_VERSION;
  return report;
}

/// Opens the case for a report. If the stored result of a reduction is damaged,
/// opens the case without this result.
static llvm::Expected<OpenCase> openForReport(const RecordOptions &record) {
  llvm::Expected<OpenCase> opened = CaseCommand::openResult(record);
  if (!opened.errorIsA<TraceFormatError>())
    return opened;
  llvm::consumeError(opened.takeError());
  return openCase({}, record);
}

static void noteOmissions(const CaseReport &report) {
  for (const std::string &omission : report.omissions)
    messages() << "note: " << printableLines(omission) << '\n';
}

/// Calls `write` with a report of what the case directory has stored. Called if
/// the program could not be run; `reason` says why.
llvm::Expected<ExitStatus>
CaseCommand::withStoredReport(llvm::Error reason, WriteReport write) const {
  const std::atomic<bool> &interrupted = catchInterrupts();
  RecordOptions record = caseOptions.recordOptions(interrupted);
  llvm::Expected<CaseOnDisk> stored =
      readCaseOnDisk(record.caseDirectory, record.sourceMap);
  if (!stored) {
    // The user only sees the error `reason`: if the case can't be read either,
    // `reason` already says so.
    llvm::consumeError(stored.takeError());
    return reason;
  }
  std::string sentence =
      "there is no output, and there are no values or dependences, since the "
      "program could not be run: " +
      llvm::toString(std::move(reason));
  CollectorOptions settings;
  settings.say = record.say;
  llvm::Expected<CaseReport> report =
      collectStoredReport(*stored, settings, sentence);
  if (!report)
    return report.takeError();
  report->version = PINSTRIPE_VERSION;
  report->omissions.insert(report->omissions.begin(), sentence);
  noteOmissions(*report);
  return write(*report);
}

llvm::Expected<ExitStatus> CaseCommand::withReport(bool needsRuns,
                                                   WriteReport write) {
  bool isOpen = false;
  llvm::Expected<ExitStatus> status = withCase(
      openForReport, [&](OpenedCase &opened) -> llvm::Expected<ExitStatus> {
        isOpen = true;
        llvm::Expected<CaseReport> report = collect(opened, needsRuns);
        if (!report)
          return report.takeError();
        noteOmissions(*report);
        return write(*report);
      });
  if (status || isOpen || status.errorIsA<InterruptedError>())
    return status;
  return withStoredReport(status.takeError(), write);
}

llvm::Error CaseCommand::writePage(CaseReport &report) const {
  if (page.empty())
    return llvm::Error::success();
  llvm::Expected<std::string> viewer = viewerPage("");
  if (!viewer)
    return viewer.takeError();
  llvm::Expected<uint64_t> bytes = writePageFile(report, *viewer, page);
  if (!bytes)
    return bytes.takeError();
  messages() << "note: " << printable(describePage(page, *bytes)) << '\n';
  return llvm::Error::success();
}

llvm::Error CaseCommand::writeFiles(OpenedCase &opened) const {
  if (page.empty() && exportFiles.empty())
    return llvm::Error::success();
  bool needsRuns =
      !page.empty() || llvm::any_of(exportFiles, [](const ExportFile &file) {
        return file.format.needsRuns;
      });
  llvm::Expected<CaseReport> report = collect(opened, needsRuns);
  if (!report)
    return report.takeError();
  if (llvm::Error error = writePage(*report))
    return error;
  for (const ExportFile &file : exportFiles) {
    // An export can be impossible because a search has found nothing. This is
    // not an error: the other files are still written, and the exit status
    // stays the same.
    std::string reason;
    if (llvm::Error error =
            noteReason<UsageError>(writeExportFile(*report, file), reason))
      return error;
    if (!reason.empty())
      messages() << "note: " << printable(file.path)
                 << " is not written: " << printableLines(reason) << '\n';
  }
  return llvm::Error::success();
}

llvm::Error CaseCommand::keepResult(OpenedCase &opened, Write writeJSON) const {
  if (!hasReport)
    return llvm::Error::success();
  ResultDocuments documents(opened.recorded.directory);
  if (llvm::Error error = documents.write(description().name, writeJSON))
    return error;
  return writeFiles(opened);
}

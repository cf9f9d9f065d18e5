// The verb `report`: writes a page that shows a case and all its results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "PageFile.h"
#include "pinstripe/Driver/Inspect/ReportCollector.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class ReportCommand : public CaseCommand {
public:
  explicit ReportCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<ExitStatus> writeStored(llvm::Error reason) const;
  llvm::Expected<ExitStatus> write(CaseReport &report) const;

  std::string path = "report.html";
  std::string viewerFile;
  std::string viewer; ///< The HTML of the viewer.
};

} // namespace

static VerbDescription describeReport() {
  return {"report",
          "Writes a page for a browser that shows a case with all its results",
          {"[OPTIONS] [CASEDIR]"},
          {"pinstripe report", "pinstripe report case -o case.html"}};
}

ReportCommand::ReportCommand(CLI::App &tool)
    : CaseCommand(tool, describeReport(), CaseOptions::Scope::Stored) {
  options
      ->add_option("-o", path,
                   "The file to write; -: to standard output [report.html]")
      ->option_text("FILE")
      ->group(group::output);
  options
      ->add_option("--viewer", viewerFile,
                   "Put the data into this viewer, an HTML file that was built "
                   "from tools/viewer [the one that is built in]")
      ->option_text("FILE")
      ->group(group::output);
}

/// Opens the case. A damaged result of a reduction is left out of the report.
static llvm::Expected<OpenCase> openForReport(const RecordOptions &record) {
  llvm::Expected<OpenCase> opened = CaseCommand::openResult(record);
  if (!opened.errorIsA<TraceFormatError>())
    return opened;
  llvm::consumeError(opened.takeError());
  return openCase({}, record);
}

llvm::Expected<ExitStatus> ReportCommand::write(CaseReport &report) const {
  for (const std::string &omission : report.omissions)
    messages() << "note: " << printableLines(omission) << '\n';
  llvm::Expected<uint64_t> bytes = writePageFile(report, viewer, path);
  if (!bytes)
    return bytes.takeError();
  if (path != "-")
    results() << printable(describePage(path, *bytes)) << '\n';
  return ExitStatus::Done;
}

/// Writes the page of a case whose program could not be run. `reason` says why.
llvm::Expected<ExitStatus>
ReportCommand::writeStored(llvm::Error reason) const {
  const std::atomic<bool> &interrupted = catchInterrupts();
  RecordOptions record = caseOptions.recordOptions(interrupted);
  llvm::Expected<StoredCase> stored =
      readStoredCase(record.caseDirectory, record.sourceMap);
  if (!stored) {
    // If not even the case can be read, the first error says that, too.
    llvm::consumeError(stored.takeError());
    return reason;
  }
  std::string sentence =
      "the report has no output, values or dependences, since the program "
      "could not be run: " +
      llvm::toString(std::move(reason));
  CollectorOptions options;
  options.say = record.say;
  llvm::Expected<CaseReport> report =
      collectStoredReport(*stored, options, sentence);
  if (!report)
    return report.takeError();
  report->omissions.insert(report->omissions.begin(), sentence);
  return write(*report);
}

llvm::Expected<ExitStatus> ReportCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "report shows a recorded case and takes no program; `pinstripe reduce "
        "--report report.html -- " +
        words.front() + "` does both");
  if (llvm::Error error = checkOutputFile(path))
    return error;
  if (llvm::Error error = viewerPage(viewerFile).moveInto(viewer))
    return error;
  bool isOpen = false;
  llvm::Expected<ExitStatus> status =
      withCase([&](const RecordOptions &record) { return openResult(record); },
               [&](OpenedCase &opened) -> llvm::Expected<ExitStatus> {
                 isOpen = true;
                 llvm::Expected<CaseReport> report = collect(opened);
                 if (!report)
                   return report.takeError();
                 return write(*report);
               });
  if (status || isOpen || status.errorIsA<InterruptedError>())
    return status;
  return writeStored(status.takeError());
}

std::unique_ptr<Command> pinstripe::createReportCommand(CLI::App &tool) {
  return std::make_unique<ReportCommand>(tool);
}

// The verb `report`: writes a page that shows a case and all its results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "PageFile.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class ReportCommand : public CaseCommand {
public:
  explicit ReportCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<ExitStatus> write(CaseReport &report) const;

  std::string path = "report.html";
  std::string viewerFile;
  std::string viewer; ///< The HTML page that shows reports.
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

llvm::Expected<ExitStatus> ReportCommand::write(CaseReport &report) const {
  llvm::Expected<uint64_t> bytes = writePageFile(report, viewer, path);
  if (!bytes)
    return bytes.takeError();
  if (path != "-")
    results() << printable(describePage(path, *bytes)) << '\n';
  return ExitStatus::Done;
}

llvm::Expected<ExitStatus> ReportCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "report shows a recorded case and takes no program; `pinstripe reduce "
        "--report report.html -- " +
        words.front() + "` does both");
  if (llvm::Error error = viewerPage(viewerFile).moveInto(viewer))
    return error;
  if (llvm::Error error = checkOutputFile(path))
    return error;
  return withReport(/*needsRuns=*/true,
                    [&](CaseReport &report) { return write(report); });
}

std::unique_ptr<Command> pinstripe::createReportCommand(CLI::App &tool) {
  return std::make_unique<ReportCommand>(tool);
}

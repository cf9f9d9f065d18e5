// The verb `export`: writes a case with its results for other tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "ExportFiles.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

class ExportCommand : public CaseCommand {
public:
  explicit ExportCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  std::string format;
  std::string path = "-";
};

} // namespace

static VerbDescription describeExport() {
  return {"export",
          "Writes a case with its results in a format of other tools",
          {"--format NAME [OPTIONS] [CASEDIR]"},
          {"pinstripe export --format sarif -o result.sarif",
           "pinstripe export case --format dot | dot -Tsvg > graph.svg"}};
}

ExportCommand::ExportCommand(CLI::App &tool)
    : CaseCommand(tool, describeExport(), CaseOptions::Scope::Stored) {
  options
      ->add_option("--format", format,
                   "What to write. " + describeExportFormats())
      ->required()
      ->option_text("NAME")
      ->group(group::output);
  options->add_option("-o", path, "The file to write [standard output]")
      ->option_text("FILE")
      ->group(group::output);
}

llvm::Expected<ExitStatus> ExportCommand::run(const CommandWords &words) {
  if (!words.empty())
    return llvm::make_error<UsageError>(
        "export shows a recorded case and takes no program; `pinstripe reduce "
        "--export " +
        format + "=FILE -- " + words.front() + "` does both");
  llvm::Expected<ExportFormat> found = findExportFormat(format);
  if (!found)
    return found.takeError();
  if (llvm::Error error = checkOutputFile(path))
    return error;
  ExportFile file{*found, path};
  return withReport(file.format.needsRuns,
                    [&](CaseReport &report) -> llvm::Expected<ExitStatus> {
                      if (llvm::Error error = writeExportFile(report, file))
                        return error;
                      return ExitStatus::Done;
                    });
}

std::unique_ptr<Command> pinstripe::createExportCommand(CLI::App &tool) {
  return std::make_unique<ExportCommand>(tool);
}

// The files into which a case is exported for other tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExportFiles.h"
#include "Console.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

static llvm::Expected<ExportFile> findExportFile(llvm::StringRef word) {
  auto [name, path] = word.split('=');
  llvm::Expected<ExportFormat> format = findExportFormat(name);
  if (!format)
    return llvm::make_error<UsageError>("--export " + word + ": " +
                                        llvm::toString(format.takeError()));
  if (path.empty())
    return llvm::make_error<UsageError>("--export " + word +
                                        ": name a file: " + name + "=FILE");
  if (path == "-")
    return llvm::make_error<UsageError>(
        "--export " + word +
        ": name a file, since the result is written to standard output; "
        "`pinstripe export --format " +
        name + "` writes there");
  if (llvm::Error error = checkOutputFile(path.str()))
    return error;
  return ExportFile{*format, path.str()};
}

llvm::Expected<std::vector<ExportFile>>
pinstripe::findExportFiles(llvm::ArrayRef<std::string> words) {
  std::vector<ExportFile> files;
  for (const std::string &word : words) {
    llvm::Expected<ExportFile> file = findExportFile(word);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  return files;
}

std::string pinstripe::describeExportFormats() {
  std::string text;
  for (const ExportFormat &format : allExportFormats())
    text += (text.empty() ? "" : "; ") + format.name.str() + ": " +
            format.sentence.str();
  return text;
}

llvm::Error pinstripe::writeExportFile(const CaseReport &report,
                                       const ExportFile &file) {
  if (llvm::Error error = checkExport(report, file.format))
    return error;
  return writeOutputFile(file.path, [&](llvm::raw_ostream &stream) {
    file.format.write(report, stream);
  });
}

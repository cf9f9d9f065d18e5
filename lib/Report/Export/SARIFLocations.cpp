// Writes places in the source as locations of SARIF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/SARIFLocations.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// Escapes a path for use in a URI.
static std::string asURI(llvm::StringRef path) {
  std::string result;
  for (unsigned char each : path)
    if (llvm::isAlnum(each) || llvm::StringRef("/-._~").contains(each))
      result += static_cast<char>(each);
    else
      result += "%" + llvm::utohexstr(each, /*LowerCase=*/false, /*Width=*/2);
  return result;
}

/// Escapes a text for a message of SARIF, so that `[a](b)` in the text is not
/// read as a link.
static std::string asMessage(llvm::StringRef text) {
  std::string result;
  for (size_t i = 0; i != text.size(); ++i) {
    bool endsLink = text.substr(i).starts_with("](");
    result += endsLink ? "\\]" : text.substr(i, 1).str();
  }
  return result;
}

void pinstripe::writeMessage(JSONWriter &json, llvm::StringRef name,
                             llvm::StringRef text) {
  json.attributeObject(name, [&] { json.text("text", asMessage(text)); });
}

/// Returns the URI of a file: a path relative to the user's working folder, or
/// a whole `file:` URI for a file elsewhere.
std::string SARIFLocations::uriOf(FileId file) const {
  llvm::StringRef path = index.table.file(file);
  if (!base().empty() && path.consume_front(base()) && path.consume_front("/"))
    return asURI(path);
  return "file://" + asURI(index.table.file(file));
}

void SARIFLocations::writeFileLocation(std::optional<FileId> file,
                                       llvm::StringRef path) {
  json.attributeObject("artifactLocation", [&] {
    std::string uri = file ? uriOf(*file) : asURI(path);
    json.text("uri", uri);
    if (!llvm::StringRef(uri).starts_with("file:") && !base().empty())
      json.attribute("uriBaseId", "SRCROOT");
    if (file)
      json.attribute("index", static_cast<uint64_t>(*file));
  });
}

uint32_t SARIFLocations::columnOf(FileId file, uint32_t line,
                                  uint32_t byteColumn) const {
  std::optional<llvm::StringRef> text = index.sourceLine({file, line});
  if (!text || byteColumn == 0)
    return byteColumn;
  uint32_t column = 1;
  for (unsigned char each : text->take_front(byteColumn - 1)) {
    bool isContinued = (each & 0xc0) == 0x80;
    bool isPair = each >= 0xf0;
    column += isContinued ? 0 : isPair ? 2 : 1;
  }
  return column;
}

SourceRange SARIFLocations::wholeLine(FileId file, uint32_t line,
                                      uint32_t endLine) const {
  SourceRange range{file, line, 0, endLine, 0};
  auto first = index.sourceLine({file, line});
  auto last = index.sourceLine({file, endLine});
  if (!first || !last)
    return range;
  range.column = first->size() - first->ltrim().size() + 1;
  range.endColumn = last->rtrim().size() + 1;
  return range;
}

/// Writes a range of the source as a region of SARIF. A range without columns
/// stands for whole lines.
void SARIFLocations::writeRegion(const SourceRange &range) {
  json.attributeObject("region", [&] {
    json.attribute("startLine", range.line);
    if (range.column != 0)
      json.attribute("startColumn",
                     columnOf(range.file, range.line, range.column));
    json.attribute("endLine", std::max(range.line, range.endLine));
    if (range.endColumn != 0)
      json.attribute("endColumn",
                     columnOf(range.file, range.endLine, range.endColumn));
    if (auto text = index.sourceLine({range.file, range.line}))
      json.attributeObject("snippet", [&] { json.text("text", *text); });
  });
}

/// Writes the lines around a range, which viewers show with a result.
void SARIFLocations::writeContext(const SourceRange &range) {
  constexpr uint32_t around = 2;
  uint32_t first = range.line > around ? range.line - around : 1;
  uint32_t last = std::max(range.line, range.endLine);
  std::string text;
  uint32_t end = first;
  for (; end <= last + around; ++end) {
    auto line = index.sourceLine({range.file, end});
    if (!line)
      break;
    text += line->str() + "\n";
  }
  if (end <= last)
    return;
  json.attributeObject("contextRegion", [&] {
    json.attribute("startLine", first);
    json.attribute("endLine", end - 1);
    json.attributeObject("snippet", [&] { json.text("text", text); });
  });
}

void SARIFLocations::writePhysical(const SourceRange &range, bool hasContext) {
  json.attributeObject("physicalLocation", [&] {
    writeFileLocation(range.file, "");
    // Code that belongs to no source line has the line number 0. Only the file
    // can be written for such code.
    if (range.line == 0)
      return;
    writeRegion(range);
    if (hasContext)
      writeContext(range);
  });
}

void SARIFLocations::writeFunction(llvm::StringRef function) {
  if (function.empty())
    return;
  json.attributeArray("logicalLocations", [&] {
    json.object([&] {
      json.text("fullyQualifiedName", function);
      json.attribute("kind", "function");
    });
  });
}

void SARIFLocations::writePlace(const SourceRange &range,
                                llvm::StringRef function,
                                llvm::StringRef caption) {
  writePhysical(range, /*hasContext=*/false);
  writeFunction(function);
  writeMessage(json, "message", caption);
}

void SARIFLocations::writeResultPlace(const SourceRange &range,
                                      llvm::StringRef function) {
  json.attributeArray("locations", [&] {
    json.object([&] {
      writePhysical(range, /*hasContext=*/true);
      writeFunction(function);
    });
  });
}

void SARIFLocations::writeLinePlace(const RankedLine &line) {
  if (line.file)
    return writeResultPlace(wholeLine(*line.file, line.line, line.endLine),
                            line.function);
  json.attributeArray("locations", [&] {
    json.object([&] {
      json.attributeObject("physicalLocation", [&] {
        writeFileLocation(std::nullopt, line.path);
        json.attributeObject("region",
                             [&] { json.attribute("startLine", line.line); });
      });
    });
  });
}

void SARIFLocations::writeBase() {
  if (base().empty())
    return;
  json.attributeObject("originalUriBaseIds", [&] {
    json.attributeObject(
        "SRCROOT", [&] { json.text("uri", "file://" + asURI(base()) + "/"); });
  });
}

void SARIFLocations::writeFiles() {
  json.attributeArray("artifacts", [&] {
    for (size_t i = 0; i != index.table.files.size(); ++i)
      json.object([&] {
        json.attributeObject("location", [&] {
          std::string uri = uriOf(FileId(i));
          json.text("uri", uri);
          if (!llvm::StringRef(uri).starts_with("file:"))
            json.attribute("uriBaseId", "SRCROOT");
        });
        json.attribute("sourceLanguage",
                       llvm::StringRef(index.table.files[i]).ends_with(".c")
                           ? "c"
                           : "cplusplus");
      });
  });
}

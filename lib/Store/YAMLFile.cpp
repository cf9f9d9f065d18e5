// Reads and writes Pinstripe's YAML files; errors name line and column.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "YAMLFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/YAMLParser.h"

using namespace pinstripe;

namespace {

constexpr llvm::StringLiteral encodedPrefix("base64:");

/// Returns true if the file can hold the text as it is. Any other text is
/// encoded in base64.
bool isPlainText(llvm::StringRef text) {
  if (text.starts_with(encodedPrefix) ||
      llvm::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    return false;
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  return llvm::isLegalUTF8String(
      &bytes, reinterpret_cast<const llvm::UTF8 *>(text.end()));
}

/// The field `version`. All versions of the YAML files have this field. It is
/// read first, to tell whether the other fields can be read.
struct Versioned {
  uint32_t version = 0;
};

/// Returns false if YAML lists and mappings are nested too deeply. LLVM's
/// reader recurses for each level and would run out of stack.
bool isShallow(llvm::yaml::Node *node, unsigned depth = 0) {
  // The limit of 16 levels is far above what valid YAML files need. They have
  // at most a mapping in a list in a mapping.
  constexpr unsigned deepest = 16;
  if (depth > deepest)
    return false;
  if (auto *list = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(node)) {
    for (llvm::yaml::Node &each : *list)
      if (!isShallow(&each, depth + 1))
        return false;
  } else if (auto *mapping =
                 llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(node)) {
    for (llvm::yaml::KeyValueNode &each : *mapping)
      if (!isShallow(each.getKey(), depth + 1) ||
          !isShallow(each.getValue(), depth + 1))
        return false;
  }
  return true;
}

bool isShallow(llvm::StringRef text) {
  llvm::SourceMgr sources;
  // Syntax errors are ignored here. They are reported later, when the YAML file
  // is read.
  sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  llvm::yaml::Stream stream(text, sources);
  auto document = stream.begin();
  return document == stream.end() || isShallow(document->getRoot());
}

} // namespace

template <> struct llvm::yaml::MappingTraits<Versioned> {
  static void mapping(IO &io, Versioned &value) {
    io.mapRequired("version", value.version);
  }
};

void llvm::yaml::ScalarTraits<Text>::output(const Text &text, void *,
                                            raw_ostream &stream) {
  if (isPlainText(text.value))
    stream << text.value;
  else
    stream << encodedPrefix << encodeBase64(text.value);
}

llvm::StringRef llvm::yaml::ScalarTraits<Text>::input(StringRef scalar, void *,
                                                      Text &text) {
  if (!scalar.consume_front(encodedPrefix)) {
    text.value = scalar.str();
    return "";
  }
  std::vector<char> bytes;
  if (Error error = decodeBase64(scalar, bytes)) {
    // The error of the base64 decoder gives the position of the wrong
    // character, which does not help the user. So a shorter text replaces it;
    // the YAML reader adds the line number.
    consumeError(std::move(error));
    return "no valid base64";
  }
  text.value.assign(bytes.begin(), bytes.end());
  return "";
}

namespace pinstripe::detail {

void noteFirstError(const llvm::SMDiagnostic &diagnostic, void *message) {
  std::string &text = *static_cast<std::string *>(message);
  if (diagnostic.getKind() != llvm::SourceMgr::DK_Error || !text.empty())
    return;
  int line = diagnostic.getLineNo();
  if (line > 0)
    text = (":" + llvm::Twine(line) + ":" +
            llvm::Twine(diagnostic.getColumnNo() + 1))
               .str();
  text += ": " + diagnostic.getMessage().str();
}

llvm::Error checkVersion(llvm::StringRef text, llvm::StringRef name,
                         llvm::StringRef what, uint32_t version,
                         llvm::StringRef remedy) {
  if (!isShallow(text))
    return llvm::make_error<TraceFormatError>(
        name + ": not a " + what + ", with lists in lists without end; " +
        remedy);
  std::string message;
  Versioned found;
  llvm::yaml::Input input(text, nullptr, noteFirstError, &message);
  input.setAllowUnknownKeys(true);
  input >> found;
  if (input.error())
    return llvm::make_error<TraceFormatError>(
        name + (message.empty() ? ": not a " + what.str() : message) + "; " +
        remedy);
  if (found.version != version)
    return llvm::make_error<TraceFormatError>(
        name + ": a " + what + " of version " + llvm::Twine(found.version) +
        "; this pinstripe reads version " + llvm::Twine(version) + "; " +
        remedy);
  return llvm::Error::success();
}

} // namespace pinstripe::detail

void pinstripe::mapText(llvm::yaml::IO &io, const char *key,
                        std::string &text) {
  if (io.outputting() && text.empty())
    return;
  Text wrapped{text};
  io.mapOptional(key, wrapped);
  text = std::move(wrapped.value);
}

void pinstripe::mapTexts(llvm::yaml::IO &io, const char *key,
                         std::vector<std::string> &texts) {
  std::vector<Text> wrapped;
  for (const std::string &text : texts)
    wrapped.push_back({text});
  io.mapOptional(key, wrapped);
  texts.clear();
  for (Text &text : wrapped)
    texts.push_back(std::move(text.value));
}

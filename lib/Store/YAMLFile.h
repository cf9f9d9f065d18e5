// Reads and writes Pinstripe's YAML files; errors name line and column.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_YAMLFILE_H
#define PINSTRIPE_STORE_YAMLFILE_H

#include "pinstripe/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include <string>

namespace pinstripe {

/// A text from the user, which may hold any bytes. YAML can't hold some texts,
/// for example those with control characters or invalid UTF-8. Such a text is
/// written as `base64:...`.
struct Text {
  std::string value;
};

namespace detail {

/// A handler of YAML errors. `message` points to a std::string, in which the
/// handler stores the first error. An example is ":3:5: unknown enumerated
/// scalar", with the line and the column. The caller of the YAML reader puts
/// the name of the file before this text.
void noteFirstError(const llvm::SMDiagnostic &diagnostic, void *message);

/// Returns a TraceFormatError if the field `version` of the YAML text is not
/// equal to `version`, or if the text is nested too deeply. The error message
/// begins with `name`, the name of the text, and ends with `remedy`. `what`
/// says what the text describes, for example "case".
llvm::Error checkVersion(llvm::StringRef text, llvm::StringRef name,
                         llvm::StringRef what, uint32_t version,
                         llvm::StringRef remedy);

} // namespace detail

/// Reads a YAML mapping into `value`. Error messages contain `name` and `what`.
/// `name` is the name of the text, and `what` says what the text describes, for
/// example "case". `remedy` tells the user what to do about a text that can't
/// be read. Unknown keys are skipped, since a later release may have added them
/// without a new `version`.
template <typename Mapping>
llvm::Error readYAML(llvm::StringRef text, llvm::StringRef name,
                     llvm::StringRef what, uint32_t version, Mapping &value,
                     llvm::StringRef remedy = "record it again") {
  if (llvm::Error error =
          detail::checkVersion(text, name, what, version, remedy))
    return error;
  std::string message;
  llvm::yaml::Input input(text, nullptr, detail::noteFirstError, &message);
  input.setAllowUnknownKeys(true);
  input >> value;
  if (!input.error())
    return llvm::Error::success();
  return llvm::make_error<TraceFormatError>(name + message + "; " + remedy);
}

template <typename Mapping> std::string writeYAML(Mapping &value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output output(stream);
  output << value;
  return text;
}

} // namespace pinstripe

namespace llvm::yaml {

template <> struct ScalarTraits<pinstripe::Text> {
  static void output(const pinstripe::Text &text, void *, raw_ostream &stream);
  static StringRef input(StringRef scalar, void *, pinstripe::Text &text);
  static QuotingType mustQuote(StringRef scalar) { return needsQuotes(scalar); }
};

} // namespace llvm::yaml

LLVM_YAML_IS_SEQUENCE_VECTOR(pinstripe::Text)

namespace pinstripe {

/// Maps a YAML key to a string from the user, which may hold any bytes. If YAML
/// can't hold the string unchanged, it is written as `base64:...` (see Text).
void mapText(llvm::yaml::IO &io, const char *key, std::string &text);
void mapTexts(llvm::yaml::IO &io, const char *key,
              std::vector<std::string> &texts);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_YAMLFILE_H

// Makes any text safe in Markdown, as GitHub and GitLab read it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_MARKDOWNTEXT_H
#define PINSTRIPE_LIB_REPORT_EXPORT_MARKDOWNTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// Returns a text of one line as code. The code stands between sequences of
/// backticks that are longer than any in the text.
std::string markdownCode(llvm::StringRef text);

/// Returns a sentence as Markdown. A reader of the result sees the characters
/// of the sentence, but text between backticks is shown as code. Other
/// characters with a meaning in Markdown are escaped. Words such as `#1` and
/// `@name` become code, since GitHub would turn them into links to an issue or
/// a user.
std::string markdownProse(llvm::StringRef text);

/// Returns lines of text as a block of code for Markdown. `language` is the
/// language of the code, such as "diff".
std::string markdownBlock(llvm::StringRef language, llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_MARKDOWNTEXT_H

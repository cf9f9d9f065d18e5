// Stores what the tool's commands have found out about a recording, for later
// reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// The name of the file that says to which recording the documents in the same
/// folder belong.
static constexpr llvm::StringLiteral identityName("recording");
static constexpr llvm::StringLiteral expectedName("expected-stdout");
static constexpr llvm::StringLiteral extension(".json");

/// The size of the largest document that is read. Larger documents would take
/// gigabytes of memory.
static constexpr uint64_t maxBytes = uint64_t(64) << 20;

/// Returns the content of a file; nullopt if it can't be read.
static std::optional<std::string> contentOf(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return std::nullopt;
  return (*buffer)->getBuffer().str();
}

std::string ResultDocuments::file(llvm::StringRef name) const {
  llvm::SmallString<256> path(directory.resultsDirectory());
  llvm::sys::path::append(path, name);
  return std::string(path);
}

bool ResultDocuments::isOfRecording() const {
  std::optional<std::string> stored = contentOf(file(identityName));
  if (!stored)
    return false;
  llvm::Expected<std::string> present = directory.recordingIdentity();
  if (present)
    return *stored == *present;
  // Without a trace there is no recording, so there are no documents about it.
  llvm::consumeError(present.takeError());
  return false;
}

/// Makes the folder for documents. If the folder already has documents of
/// another recording, removes them.
llvm::Error ResultDocuments::prepareFolder() const {
  if (isOfRecording())
    return llvm::Error::success();
  const std::string folder = directory.resultsDirectory();
  if (llvm::Error error = removeTree(folder))
    return error;
  llvm::Expected<std::string> identity = directory.recordingIdentity();
  if (!identity)
    return identity.takeError();
  if (std::error_code error = llvm::sys::fs::create_directory(folder))
    return cannotWrite(folder, error.value());
  return writeFileAtomically(file(identityName), *identity,
                             Durability::ProcessKill);
}

llvm::Error ResultDocuments::write(
    llvm::StringRef verb,
    llvm::function_ref<void(llvm::raw_ostream &)> write) const {
  if (llvm::Error error = prepareFolder())
    return error;
  std::string document;
  llvm::raw_string_ostream stream(document);
  write(stream);
  return writeFileAtomically(file(verb.str() + extension.str()), document,
                             Durability::ProcessKill);
}

llvm::Error ResultDocuments::writeExpectedOutput(llvm::StringRef output) const {
  if (llvm::Error error = prepareFolder())
    return error;
  return writeFileAtomically(file(expectedName), output,
                             Durability::ProcessKill);
}

std::optional<std::string> ResultDocuments::expectedOutput() const {
  if (!isOfRecording())
    return std::nullopt;
  return contentOf(file(expectedName));
}

/// Returns the number of events of the run that a document is about. Returns
/// nullopt if the text is not the document of a verb (a command of the tool).
static std::optional<int64_t> eventsIn(const llvm::json::Value &document) {
  const llvm::json::Object *whole = document.getAsObject();
  const llvm::json::Object *trace = whole ? whole->getObject("trace") : nullptr;
  return trace ? trace->getInteger("events") : std::nullopt;
}

/// Reads the document at `path`. If the document can't be used, returns a
/// UsageError with the reason.
static llvm::Expected<llvm::json::Value> readDocument(const std::string &path,
                                                      uint64_t events) {
  llvm::Expected<std::string> content = readFile(path, maxBytes);
  if (!content)
    return content.takeError();
  llvm::Expected<llvm::json::Value> document = llvm::json::parse(*content);
  std::optional<int64_t> size;
  if (document)
    size = eventsIn(*document);
  else
    llvm::consumeError(document.takeError());
  if (!size)
    return llvm::make_error<UsageError>(path + ": damaged");
  if (*size != static_cast<int64_t>(events))
    return llvm::make_error<UsageError>(path +
                                        ": it belongs to another recording");
  return document;
}

std::map<std::string, llvm::json::Value>
ResultDocuments::read(uint64_t events,
                      llvm::function_ref<void(llvm::StringRef)> say) const {
  std::map<std::string, llvm::json::Value> documents;
  auto take = [&](const std::string &verb, const std::string &path) {
    llvm::Expected<llvm::json::Value> document = readDocument(path, events);
    if (document)
      documents.emplace(verb, std::move(*document));
    else
      say("what `" + verb +
          "` has found is left out: " + llvm::toString(document.takeError()) +
          "; run `pinstripe " + verb + "` again");
  };
  if (!isOfRecording())
    return documents;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator
           at(directory.resultsDirectory(), error),
       end;
       !error && at != end; at.increment(error)) {
    llvm::StringRef path = at->path();
    if (llvm::sys::path::extension(path) == extension)
      take(llvm::sys::path::stem(path).str(), path.str());
  }
  return documents;
}

// Owns objects of libgit2, and turns its errors into errors of Pinstripe.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Git.h"
#include "pinstripe/Support/PrintableText.h"
#include <cassert>

using namespace pinstripe;

git::Library::Library() {
  git_libgit2_init();
  for (git_config_level_t level :
       {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
        GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL})
    git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
  // A repository that belongs to another user does no harm, since only its
  // objects are read, and nothing that it names is executed. So libgit2 need
  // not check the owner.
  git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
}

git::Library::~Library() { git_libgit2_shutdown(); }

std::string git::lastError() {
  const git_error *error = git_error_last();
  return error && error->message ? printable(error->message)
                                 : "libgit2 gives no reason";
}

llvm::Error git::failure(const llvm::Twine &work) {
  return llvm::make_error<EngineError>(work + ": " + lastError());
}

std::string git::hexOf(const git_oid &id) {
  char text[GIT_OID_HEXSZ + 1];
  return git_oid_tostr(text, sizeof text, &id);
}

git_oid git::idOf(const std::string &hex) {
  git_oid id;
  [[maybe_unused]] int status = git_oid_fromstr(&id, hex.c_str());
  assert(status == 0 && "ids come from libgit2");
  return id;
}

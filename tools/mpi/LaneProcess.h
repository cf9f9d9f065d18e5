// Starts and ends the process of a lane, which makes runs for the process that
// searches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MPI_LANEPROCESS_H
#define PINSTRIPE_TOOLS_MPI_LANEPROCESS_H

#include <string>
#include <sys/types.h>

namespace pinstripe {

/// The process of a lane, `pinstripe serve-lane`, with the socket over which it
/// gets messages.
class LaneProcess {
public:
  explicit LaneProcess(std::string tool) : tool(std::move(tool)) {}
  LaneProcess(const LaneProcess &) = delete;
  LaneProcess &operator=(const LaneProcess &) = delete;
  ~LaneProcess() { end(); }

  /// Ends the process of the lane if there is one, and starts a new one.
  /// Returns false if that is impossible.
  bool start();
  /// Returns the socket to the lane's process; -1 if there is no process.
  int socket() const { return link; }
  /// Ends the lane's process and returns a text that says how it has ended. The
  /// text is empty if there is no process.
  std::string end();

private:
  void makeFolder();
  void removeFolder();

  std::string tool; ///< The path of the tool.
  /// The folder for temporary files of the process; empty if there is no such
  /// folder. This object removes the folder after the end of the process, which
  /// may have been killed before it could do so.
  std::string folder;
  int link = -1;
  pid_t process = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MPI_LANEPROCESS_H

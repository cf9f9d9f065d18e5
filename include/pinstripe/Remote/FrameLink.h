// Connects two processes that exchange messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_FRAMELINK_H
#define PINSTRIPE_REMOTE_FRAMELINK_H

#include "pinstripe/Remote/Frame.h"
#include "pinstripe/Support/FileDescriptor.h"
#include <mutex>
#include <optional>

namespace pinstripe {

/// A connection over which a process sends and receives messages. Its users
/// need not know how the messages travel.
class FrameLink {
public:
  virtual ~FrameLink() = default;
  /// Sends a message. Returns false if nobody will receive it. May be called by
  /// several threads at once.
  virtual bool send(const Frame &frame) = 0;
  /// Waits for a message. Returns nullopt at the end of the connection. Must be
  /// called by one thread only.
  virtual std::optional<Frame> receive() = 0;
  /// Ends the connection, so that `receive` returns nullopt in its thread.
  virtual void close() = 0;
};

/// A connection over a socket.
class SocketLink : public FrameLink {
public:
  explicit SocketLink(FileDescriptor socket) : socket(std::move(socket)) {}
  bool send(const Frame &frame) override;
  std::optional<Frame> receive() override;
  void close() override;

private:
  FileDescriptor socket;
  std::mutex mutex; ///< A mutex that keeps the bytes of a message together.
};

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_FRAMELINK_H

"""An lldb-server whose program is killed just before a certain packet arrives:
the first one after the launch that matches the expression KILL_AT.

SERVER is the real lldb-server. This process becomes that server, since it has
to be the parent of the program. A child relays the packets between LLDB and
the server.
"""

import os
import re
import select
import signal
import socket
import sys

# The tool passes the number of the socket in --fd.
NUMBER = int(sys.argv[-1].partition("--fd=")[2])
client = socket.socket(fileno=os.dup(NUMBER))
ours, theirs = socket.socketpair()
server = os.getpid()
if os.fork():
    os.dup2(theirs.fileno(), NUMBER, inheritable=True)
    os.execv(os.environ["SERVER"], [os.environ["SERVER"], *sys.argv[1:]])
theirs.close()
os.close(NUMBER)


def kill_program():
    with open("/proc/%d/task/%d/children" % (server, server)) as file:
        for child in file.read().split():
            if int(child) != os.getpid():
                os.kill(int(child), signal.SIGKILL)
    select.select([ours], [], [], 1)  # until the server reports it


launched = killed = False
while True:
    for end in select.select([client, ours], [], [])[0]:
        data = end.recv(1 << 17)
        if not data:
            sys.exit()
        if end is client:
            wanted = (r"\$" + os.environ["KILL_AT"]).encode()
            if launched and not killed and re.match(wanted, data):
                kill_program()
                killed = True
            launched = launched or data.startswith(b"$vRun")
        (ours if end is client else client).sendall(data)

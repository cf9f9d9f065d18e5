"""damage.py truncate|flip FILE: cuts the file in half, or inverts one bit in
its middle."""

import sys

how, path = sys.argv[1:]
with open(path, "rb") as file:
    content = bytearray(file.read())
middle = len(content) // 2
if how == "truncate":
    content = content[:middle]
elif how == "flip":
    content[middle] ^= 0x10
else:
    sys.exit("truncate or flip?")
with open(path, "wb") as file:
    file.write(content)

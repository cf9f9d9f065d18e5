# Corrects the links between the pages in the folder `docs`, where README.md and
# the folder manual lie side by side.
file(GLOB pages "${docs}/*.md" "${docs}/manual/*.md")
foreach(page ${pages})
  file(READ "${page}" text)
  string(REPLACE "](tools/pinstripe/manual/" "](manual/" text "${text}")
  string(REPLACE "](../../../" "](../" text "${text}")
  file(WRITE "${page}" "${text}")
endforeach()

-- A queue as a table; pop forgets to move the head on for words of one letter.
local queue = {head = 1}
function queue:push(word) self[#self + 1] = word end
function queue:pop()
  local word = self[self.head]
  if #word > 1 then self.head = self.head + 1 end
  return word
end
for word in ("to be or not a question"):gmatch("%a+") do queue:push(word) end
local seen = {}
for i = 1, 6 do
  local word = queue:pop()
  seen[#seen + 1] = word:upper()
end
local ok, message = pcall(function() error({code = 7}) end)
print("popped", table.concat(seen, " "))
print("error", ok, message.code)
print("ratio", string.format("%.3f", #seen / queue.head))

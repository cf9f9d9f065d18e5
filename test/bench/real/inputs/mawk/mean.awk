# Mean and longest of the second column; the heading counts as a row.
{
  sum += $2
  rows++
  name[$1]++
  if (length($1) > length(longest)) longest = $1
}
/^o/ { sub(/o+/, "0", $1); odd = odd " " $1 }
END {
  for (n in name) kinds++
  printf "kinds %d\n", kinds
  printf "odd%s\n", odd
  printf "longest %s\n", toupper(longest)
  printf "mean %.2f\n", sum / rows
}

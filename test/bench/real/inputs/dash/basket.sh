# Adds up a basket; the reduction for two or more of a kind is taken twice.
total=0
items=0
add() {
  price=$1 count=$2
  cost=$((price * count))
  case $count in
  1) ;;
  *) cost=$((cost - count)) ;;
  esac
  if [ "$count" -gt 1 ]; then
    cost=$((cost - count))
  fi
  items=$((items + count))
  total=$((total + cost))
}
while read -r name price count; do
  echo "$name: $count"
  add "$price" "$count"
done <<END
apples 30 4
bread 250 1
cheese 410 2
END
echo "items: $items"
echo "total: $total"

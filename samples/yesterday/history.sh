#!/bin/sh
# Makes the git repository `shop`, with the history that README.md tells of. Names
# and dates are fixed, so the commits have the same ids everywhere.
set -eu
export GIT_AUTHOR_NAME="A. Shopkeeper" GIT_AUTHOR_EMAIL=shop@example.org
export GIT_COMMITTER_NAME="$GIT_AUTHOR_NAME" GIT_COMMITTER_EMAIL="$GIT_AUTHOR_EMAIL"
export GIT_CONFIG_NOSYSTEM=1 HOME=/nonexistent
day=0
commit() {
  day=$((day + 1))
  export GIT_AUTHOR_DATE="2024-03-0${day}T12:00:00Z"
  export GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE"
  git add -A
  git commit -q -m "$1"
}

rm -rf shop
git init -q -b main shop
cd shop

cat >Makefile <<'END'
CFLAGS = -g -O0
shop: main.o price.o
	$(CC) -o $@ $^
main.o price.o: price.h
END
cat >price.h <<'END'
struct item {
  char name[20];
  int price, count;
};

int sumOf(const struct item *items, int number);
int discountOn(int sum);
END
cat >price.c <<'END'
#include "price.h"

int sumOf(const struct item *items, int number) {
  int sum = 0;
  for (int i = 0; i < number; i++)
    sum += items[i].price * items[i].count;
  return sum;
}

int discountOn(int sum) {
  if (sum >= 1000)
    return sum / 10;
  return 0;
}
END
cat >main.c <<'END'
#include "price.h"
#include <stdio.h>

int main(void) {
  struct item items[100];
  int number = 0;
  while (number < 100 &&
         scanf("%19s %d %d", items[number].name, &items[number].price,
               &items[number].count) == 3)
    number++;
  int sum = sumOf(items, number);
  printf("total: %d\n", sum - discountOn(sum));
  return 0;
}
END
commit "Total of an order, with a discount for large ones"
git tag v1.0

sed -i 's/^  int sum = sumOf/  printf("items: %d\\n", number);\n&/' main.c
commit "Print the number of items"

sed -i 's/-O0/-O0 -Wall/' Makefile
commit "Makefile: warnings"

sed -i 's/struct item/struct position/g; s/\bitems\b/positions/g' ./*.c ./*.h
sed -i 's/"positions: /"items: /' main.c
commit "An item of an order is called a position"

cat >shipping.h <<'END'
int shippingFor(int sum);
END
cat >shipping.c <<'END'
#include "shipping.h"

int shippingFor(int sum) { return sum < 50 ? 5 : 0; }
END
sed -i 's/price\.o$/price.o shipping.o/' Makefile
sed -i 's/^#include "price.h"/&\n#include "shipping.h"/
  s/^  printf("total/  printf("shipping: %d\\n", shippingFor(sum));\n&/' main.c
commit "Print what shipping costs"

sed -i 's/^int discountOn/\/* Orders from this sum on get a discount of one part in so many. *\/\nenum { discountFrom = 1000, discountPart = 10 };\n\n&/' price.h
sed -i 's/^int sumOf/\/* Returns the sum of all positions, without a discount. *\/\n&/
  s/sum >= 1000/sum > discountFrom/
  s/sum \/ 10/sum \/ discountPart/' price.c
sed -i 's/^  int number = 0;/  int number = 0; \/* how many positions the order has *\//' main.c
commit "Name the limits of the discount, and comment"

echo "A shop: reads an order and prints what it costs." >README
commit "README"

sed -i 's/^  return 0;/  printf("thank you\\n");\n&/' main.c
commit "Thank the customer"

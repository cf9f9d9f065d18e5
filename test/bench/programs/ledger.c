/* Makes bookings, writes them as text, reads that again, and prints sums by
   account and a ranking. The argument is the number of bookings. The fee of a
   booking of exactly 100 is wrong, unless RIGHT is defined. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RIGHT
#define FEE_LIMIT(amount) ((amount) < 100)
#else
#define FEE_LIMIT(amount) ((amount) <= 100)
#endif

enum kind { DEPOSIT, PAYMENT, TRANSFER };

struct booking {
  enum kind kind;
  int account;
  int partner;
  long amount;
};

struct account {
  int number;
  int bookings;
  long balance;
  long fees;
  struct account *next;
};

#define SLOTS 31

struct ledger {
  struct account *slots[SLOTS];
  int accounts;
};

static unsigned long state = 12345;

static unsigned next_number(unsigned limit) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % limit;
}

static char *append_number(char *to, long value) {
  char digits[24];
  int count = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value = value / 10;
  } while (value > 0);
  while (count > 0)
    *to++ = digits[--count];
  return to;
}

static char *write_bookings(int count) {
  char *text = malloc((size_t)count * 32 + 1);
  char *end = text;
  for (int i = 0; i < count; i++) {
    unsigned kind = next_number(3);
    *end++ = "DPT"[kind];
    *end++ = ' ';
    end = append_number(end, 100 + next_number(40));
    *end++ = ' ';
    if (kind == TRANSFER) {
      end = append_number(end, 100 + next_number(40));
      *end++ = ' ';
    }
    end = append_number(end, i == 3 ? 100 : 1 + next_number(2000));
    *end++ = '\n';
  }
  *end = 0;
  return text;
}

static const char *read_number(const char *from, long *value) {
  while (*from == ' ')
    from++;
  *value = 0;
  while (*from >= '0' && *from <= '9') {
    *value = *value * 10 + (*from - '0');
    from++;
  }
  return from;
}

static const char *read_booking(const char *from, struct booking *booking) {
  long account, partner = 0;
  switch (*from) {
  case 'D':
    booking->kind = DEPOSIT;
    break;
  case 'P':
    booking->kind = PAYMENT;
    break;
  default:
    booking->kind = TRANSFER;
    break;
  }
  from = read_number(from + 1, &account);
  if (booking->kind == TRANSFER)
    from = read_number(from, &partner);
  from = read_number(from, &booking->amount);
  booking->account = (int)account;
  booking->partner = (int)partner;
  return *from == '\n' ? from + 1 : from;
}

static struct account *find_account(struct ledger *ledger, int number) {
  struct account **slot = &ledger->slots[number % SLOTS];
  struct account *account = *slot;
  while (account && account->number != number)
    account = account->next;
  if (account)
    return account;
  account = calloc(1, sizeof *account);
  account->number = number;
  account->next = *slot;
  *slot = account;
  ledger->accounts++;
  return account;
}

static long fee_of(const struct booking *booking) {
  long amount = booking->amount;
  if (booking->kind == DEPOSIT)
    return 0;
  if (FEE_LIMIT(amount))
    return 1;
  return booking->kind == TRANSFER ? 2 + amount / 200 : 2;
}

static void book(struct ledger *ledger, const struct booking *booking) {
  struct account *account = find_account(ledger, booking->account);
  long fee = fee_of(booking);
  account->bookings++;
  account->fees += fee;
  if (booking->kind == DEPOSIT) {
    account->balance += booking->amount;
    return;
  }
  account->balance -= booking->amount + fee;
  if (booking->kind == TRANSFER)
    find_account(ledger, booking->partner)->balance += booking->amount;
}

static int comes_before(const struct account *a, const struct account *b) {
  if (a->balance != b->balance)
    return a->balance > b->balance;
  return a->number < b->number;
}

static struct account **rank(const struct ledger *ledger) {
  struct account **ranked = malloc(ledger->accounts * sizeof *ranked);
  int count = 0;
  for (int i = 0; i < SLOTS; i++)
    for (struct account *each = ledger->slots[i]; each; each = each->next) {
      int place = count++;
      while (place > 0 && comes_before(each, ranked[place - 1])) {
        ranked[place] = ranked[place - 1];
        place--;
      }
      ranked[place] = each;
    }
  return ranked;
}

static long check_sum(const char *text) {
  unsigned long sum = 5381;
  for (; *text; text++)
    sum = sum * 33 + (unsigned char)*text;
  return (long)(sum % 1000000007ul);
}

static void print(const struct ledger *ledger, const char *text) {
  struct account **ranked = rank(ledger);
  long fees = 0;
  for (int i = 0; i < ledger->accounts; i++)
    fees += ranked[i]->fees;
  printf("accounts: %d\n", ledger->accounts);
  for (int i = 0; i < ledger->accounts && i < 5; i++)
    printf("%d. account %d: %ld after %d bookings\n", i + 1, ranked[i]->number,
           ranked[i]->balance, ranked[i]->bookings);
  printf("fees: %ld\n", fees);
  printf("text: %ld\n", check_sum(text));
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 60;
  struct ledger ledger = {{NULL}, 0};
  struct booking booking;
  char *text = write_bookings(count);
  const char *from = text;
  while (*from) {
    from = read_booking(from, &booking);
    book(&ledger, &booking);
  }
  print(&ledger, text);
  return 0;
}

// Moves money between accounts. A transfer that can't be completed is undone
// by the destructor of its guard.
#include <cstdio>
#include <stdexcept>

class Account {
public:
  explicit Account(long balance) : balance(balance) {}
  virtual long fee(long amount) const { return 0; }
  virtual void deposit(long amount) { balance += amount; }
  void withdraw(long amount) {
    long cost = amount + fee(amount);
    if (cost > balance)
      throw std::runtime_error("not enough money");
    balance -= cost;
  }
  long balance;
};

class BusinessAccount : public Account {
public:
  explicit BusinessAccount(long balance) : Account(balance) {}
  long fee(long amount) const override { return amount / 100; }
};

class ClosedAccount : public Account {
public:
  ClosedAccount() : Account(0) {}
  void deposit(long) override {
    throw std::runtime_error("the account is closed");
  }
};

class Transfer {
public:
  Transfer(Account &from, long amount) : from(from), amount(amount) {
    from.withdraw(amount);
  }
  ~Transfer() {
    if (!complete)
      from.balance += amount;
  }
  void finish(Account &to) {
    to.deposit(amount);
    complete = true;
  }

private:
  Account &from;
  long amount;
  bool complete = false;
};

static void move(Account &from, Account &to, long amount) {
  try {
    Transfer transfer(from, amount);
    transfer.finish(to);
    std::printf("moved %ld\n", amount);
  } catch (const std::runtime_error &error) {
    std::printf("refused: %s\n", error.what());
  }
}

int main() {
  BusinessAccount shop(90000);
  Account supplier(200);
  ClosedAccount oldSupplier;
  move(shop, supplier, 20000);
  move(shop, oldSupplier, 50000);
  std::printf("supplier: %ld\n", supplier.balance);
  std::printf("shop: %ld\n", shop.balance);
  return 0;
}

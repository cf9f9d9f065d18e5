// check: -Wdelete-non-abstract-non-virtual-dtor: non-virtual destructor
#include <memory>
#include <string>

struct Account {
  std::string owner;
  long balance = 0;
  virtual long interest() const { return balance / 100; }
};
struct Savings : Account {
  long interest() const override { return balance / 50; }
};
std::unique_ptr<Account> open(const std::string &owner) {
  auto account = std::make_unique<Savings>();
  account->owner = owner;
  return account;
}
void close(Account *account) {
  if (account->balance == 0)
    delete account;
}
int main() { return int(open("me")->interest()); }

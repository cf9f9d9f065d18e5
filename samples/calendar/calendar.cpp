// Answers when there is time for a meeting, from the meetings of a day.
#include <algorithm>
#include <cassert>
#include <iostream>
#include <string>
#include <vector>

// Minutes since midnight.
struct Meeting {
  int begin, end;
};

// Returns when `length` minutes are free for the first time, not before `from`.
// The meetings are in the order in which they begin.
static int nextFree(const std::vector<Meeting> &meetings, int from, int length)
{
  int free = from;
  for (const Meeting &meeting : meetings) {
    if (meeting.end <= from)
      continue;
    if (meeting.begin >= free + length)
      break;
    free = meeting.end;
  }
  for (const Meeting &meeting : meetings)
    assert(meeting.end <= free || free + length <= meeting.begin);
  return free;
}

static int minutes(const std::string &time)
{
  return 60 * std::stoi(time.substr(0, 2)) + std::stoi(time.substr(3));
}

int main()
{
  std::vector<Meeting> meetings;
  std::string word, first, second;
  while (std::cin >> word >> first >> second) {
    if (word == "meeting") {
      meetings.push_back({minutes(first), minutes(second)});
      std::sort(meetings.begin(), meetings.end(),
                [](const Meeting &a, const Meeting &b) {
                  return a.begin < b.begin;
                });
    } else {
      int free = nextFree(meetings, minutes(first), std::stoi(second));
      std::cout << second << " minutes are free at " << free / 60 << ":"
                << free % 60 / 10 << free % 10 << "\n";
    }
  }
}

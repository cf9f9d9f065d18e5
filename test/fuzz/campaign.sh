#!/bin/bash
# campaign.sh FOLDER RUNS [FUZZER...]: runs all or some of the fuzzers in FOLDER,
# such as build/fuzz/test/fuzz, in turns until each has made RUNS runs. A stopped
# campaign resumes where it was. It writes to FOLDER/campaign:
#   runs.tsv    a line for each turn: fuzzer, runs, exit status
#   found/      inputs that reach new code; another build can replay them
#   bad/        inputs that show a defect. A fuzzer that finds one gets no more
#               turns, and the exit status is 1
set -euo pipefail
if (($# < 2)); then
  sed -n '2,8s/^# \?//p' "$0" >&2
  exit 2
fi
folder="$1" wanted="$2"
shift 2
chosen=" $* "
cd "$folder"
for name in $chosen; do
  grep -q "^$name " fuzzers.txt || { echo "no fuzzer: $name" >&2; exit 2; }
done
mkdir -p campaign/found campaign/bad campaign/logs
touch campaign/runs.tsv

runs_of() {
  awk -v name="$1" '$1 == name { sum += $2 } END { print sum + 0 }' \
    campaign/runs.tsv
}

# Lets FUZZER make at most TURN runs, beginning with the inputs in SEEDS.
take_turn() {
  local fuzzer="$1" seeds="$2" turn="$3" log="campaign/logs/$1" status=0
  shift 3
  mkdir -p "campaign/found/$fuzzer"
  # The time-out is long because the machine may be busy.
  "./$fuzzer" -runs="$turn" -timeout=120 -rss_limit_mb=3000 \
    -artifact_prefix="campaign/bad/$fuzzer-" "$@" "campaign/found/$fuzzer" \
    "seeds/$seeds" >"$log" 2>&1 || status=$?
  # The log ends with "Done N runs". If it does not, its last line has the
  # number of a run.
  local made
  made="$(grep -oE '^(Done |#)[0-9]+' "$log" | tail -1 | tr -dc 0-9)" || true
  printf '%s\t%s\t%s\n' "$fuzzer" "${made:-0}" "$status" >>campaign/runs.tsv
  ((status == 0)) || isOut[$fuzzer]=1
  ((status != interrupted)) || exit "$status"
}

declare -A isOut=()
interrupted=72
trap : INT # handled after the fuzzer has ended
turn=$((wanted < 1000000 ? wanted : 1000000))
for ((busy = 1; busy; )); do
  busy=0
  while read -r fuzzer seeds options; do
    [[ "$chosen" == "  " || "$chosen" == *" $fuzzer "* ]] || continue
    left=$((wanted - $(runs_of "$fuzzer")))
    [[ -z "${isOut[$fuzzer]:-}" ]] || continue
    ((left > 0)) || continue
    busy=1
    read -ra words <<<"$options"
    take_turn "$fuzzer" "$seeds" $((left < turn ? left : turn)) "${words[@]}"
  done <fuzzers.txt
done
while read -r fuzzer _; do
  echo "$fuzzer: $(runs_of "$fuzzer") runs"
done <fuzzers.txt
if compgen -G 'campaign/bad/*' >/dev/null; then
  echo "inputs that show a defect, in $folder/campaign/bad:"
  ls campaign/bad
  exit 1
fi
if ((${#isOut[@]} > 0)); then
  echo "could not go on, see $folder/campaign/logs: ${!isOut[*]}"
  exit 1
fi

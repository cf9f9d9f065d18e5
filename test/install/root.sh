#!/bin/bash
# root.sh CPACK BUILD
# Makes the Debian packages of what is built in BUILD, installs one in a bare
# Debian system with `apt install`, and works there as the README and the
# tutorial begin. The bare system comes from the package sources of this machine;
# where these can't be reached, the exit status is 77: the test is skipped.
set -euo pipefail
cpack=$1 build=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/install/lib.sh
. "$here/lib.sh"

skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT

# These are the sources of Debian that this machine uses. Other package sources
# are left out.
# shellcheck disable=SC2016
apt-get indextargets 'Created-By: Packages' 'Origin: Debian' \
  --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' | sort -u \
  >"$scratch/sources.list"
[ -s "$scratch/sources.list" ] ||
  skip "this machine has no lists of Debian's packages; run apt-get update"
suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
# The settings of apt by which this machine reaches the package sources are
# used, too.
apt-config dump |
  { grep -iE '^Acquire::([a-z]+::proxy|Retries|Check-Valid-Until) ' || true; } \
    >"$scratch/apt.conf"

make_packages "$cpack" "$build" "$scratch"

# The package mount contains umount, which is needed below to change the root.
if ! mmdebstrap --variant=apt --include=mount --mode=auto \
  --aptopt="$scratch/apt.conf" "$suite" "$scratch/root.tar" \
  "$scratch/sources.list" >"$scratch/mmdebstrap.log" 2>&1; then
  cat "$scratch/mmdebstrap.log"
  # A failure is the machine's fault only if the package sources can't be
  # reached.
  grep -qE 'Could not (connect|resolve)|Unable to (connect|fetch)|Failed to fetch|timed out' \
    "$scratch/mmdebstrap.log" &&
    skip "the package sources of this machine can't be reached"
  fail "mmdebstrap fails"
fi

# A program in a chroot must not make user namespaces, which the sandbox of
# Pinstripe needs. So the bare system becomes the root of a mount namespace
# instead.
cat >"$scratch/inside.sh" <<'END'
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL=C.UTF-8
apt-get -q update >/dev/null
cd /tmp/packages
apt install -y ./pinstripe_*.deb >install.log 2>&1 ||
  { cat install.log; exit 1; }
. ./lib.sh
pinstripe --version
first_session /usr/bin /usr/share/doc/pinstripe /tmp/session
# The tutorial begins with these commands.
cp -r /usr/share/doc/pinstripe/samples/10-shipping /tmp/shipping
cd /tmp/shipping
clang-19 -g -O0 bug.c -o bug
pinstripe reduce --stdin order.txt --keep 'shipping: .*' -- ./bug |
  tee /tmp/result
grep -q '32 executed statement instances, 4 critical (1-minimal)' /tmp/result
page=$(man pinstripe-reduce)
grep -q '^NAME' <<<"$page"
END
# For a user who is not root, mmdebstrap maps the user ids that /etc/subuid
# lists. The same ids are used here.
identities=()
[ "$(id -u)" -eq 0 ] || identities=(--map-root-user --map-auto)
# shellcheck disable=SC2016
unshare "${identities[@]}" --mount --pid --fork bash -euc '
  cd "$1"
  mkdir root
  mount -t tmpfs none root
  tar -xf root.tar -C root --exclude="./dev/*"
  mkdir -p root/tmp/packages root/old
  cp pinstripe_*.deb lib.sh inside.sh root/tmp/packages
  cp /etc/resolv.conf root/etc/resolv.conf
  mount --rbind /dev root/dev
  mount -t proc proc root/proc
  cd root
  pivot_root . old
  cd /
  umount -l old
  exec bash /tmp/packages/inside.sh' bash "$scratch" ||
  fail "the package does not work in a bare system"

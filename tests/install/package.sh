#!/usr/bin/env bash
# package.sh BUILD: the Debian packages of a build. They are installed by apt into a copy of this system that is thrown away (an overlay;
# needs root or sudo, and no network: what they depend on is here), tried without the sources, and removed again, which leaves nothing.
# The last line is "N passed, N failed".
set -uo pipefail
if [[ ${1:-} != --inside ]]; then
  build=$(realpath "${1:?usage: package.sh BUILD}")
  root=$(realpath "$(dirname "$0")/../..")
  as_root=()
  if ((EUID != 0)); then as_root=(sudo -n); fi
  work=$(mktemp -d)
  trap '"${as_root[@]}" rm -rf "$work"' EXIT
  chmod 755 "$work" # for a user without rights
  mkdir "$work/packages" "$work/system"
  (cd "$build" && cpack -B "$work/packages") >"$work/log" 2>&1 || { cat "$work/log"; echo "0 passed, 1 failed"; exit 1; }
  mv "$work"/packages/*.deb "$work"
  cp -r "$root"/tests/install/{package.sh,CMakeLists.txt,random_game.cpp,c_game.c,c_games.py} "$root"/tests/cli/{my.csv,friend.txt} "$work"
  if ! "${as_root[@]}" unshare -m -n true; then
    echo "without the right to mount the packages are only built, not installed"
    echo "1 passed, 0 failed"
    exit
  fi
  # What is written goes to memory, over the system as it is; the sources are not in it.
  "${as_root[@]}" unshare -m -n bash -c '
    work=$1 root=$2
    mount -t tmpfs none "$work/system" && cd "$work/system" && mkdir changed working whole &&
      mount -t overlay overlay -o lowerdir=/,upperdir=changed,workdir=working whole && mkdir whole/work_of_test &&
      mount --bind "$work" whole/work_of_test && mount --rbind /dev whole/dev && mount -t proc proc whole/proc &&
      mkdir -p "whole$root" && mount -t tmpfs none "whole$root" &&
      exec chroot whole /work_of_test/package.sh --inside "$root"
    echo "no overlay of this system can be made: the packages are only built, not installed"
    echo "1 passed, 0 failed"' \
    - "$work" "$root" </dev/null
  exit
fi

# In the copy.
root=$2
cd /work_of_test || exit
passed=0
failed=0
check() {
  local what=$1
  shift
  if "$@" >said 2>&1 </dev/null; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $what: $(tail -n 20 said)"
  fi
}
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
rm -f /etc/dpkg/dpkg.cfg.d/* /etc/apt/apt.conf.d/* # small systems leave out manual pages

files() { find /etc /opt /usr /var -xdev \( -path /var/cache -o -path /var/log \) -prune -o -print | sort; }
apt() { apt-get -qq -y --no-install-recommends "$@"; }
as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups env -i HOME=/nonexistent PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$@"; }
depends_on() { dpkg-deb -f archon_*.deb Depends | grep -qE "(^| )$1( |,|\$)"; }
only_below_usr() { ! dpkg-deb -c "$1" | awk '{print $2, $6}' | grep -vE '^root/root \./usr/'; }
completes() {
  bash -uc 'source /usr/share/bash-completion/completions/archon
    COMP_WORDS=(archon gaunt) COMP_CWORD=1; _archon; [[ ${COMPREPLY[*]} == gauntlet ]]'
}
shown_by_man() { man "$1" | grep -q "$2"; }

check "the sources are not here" test ! -e "$root/README.md"
for package in archon_*.deb libarchon1_*.deb libarchon-dev_*.deb; do check "$package has files of root below /usr only" only_below_usr "$package"; done
check "lintian finds no error" lintian --fail-on error ./*.deb
for package in libc6 'libstdc\+\+6' libtbb12 libsqlite3-0; do check "archon depends on $package" depends_on "$package"; done
files >before
check "apt install archon" apt install ./archon_*.deb
check "archon --version" as_user archon --version
check "the package is of its version" test "$(dpkg-deb -f archon_*.deb Version)" = "$(archon --version | cut -d ' ' -f 2)"

mkdir --mode 777 home
cd home || exit
cp ../my.csv ../friend.txt .
check "rate" as_user archon rate my.csv
check "matrix with a page" as_user archon matrix my.csv --games 4 --report decks.html
check "the page" grep -q "</html>" decks.html
check "build" as_user archon build my.csv --out built --agent fast --games 500
check "chains" as_user archon chains my.csv:parker friend.txt --agent random --agent greedy --width 20
check "built-in decks" as_user archon gauntlet my.csv:parker --field builtin:CotA --games 2 --agent fast
check "decks as files" as_user archon deck check /usr/share/archon/decks
cd .. || exit
check "man archon" shown_by_man archon "Commands for decks"
check "man archon-match" shown_by_man archon-match "chains-a NUMBER"
check "bash completes" completes

check "apt install libarchon1" apt install ./libarchon1_*.deb
check "games through the C interface" as_user python3 c_games.py libarchon.so.1 \
  /usr/share/archon/decks/{guide-achea,sahl-the-aegian}.deck greedy 4 1
check "apt install libarchon-dev" apt install ./libarchon-dev_*.deb
check "find_package(archon)" as_user cmake -S . -B home/example
check "a program with archon::engine" as_user cmake --build home/example
check "a random game" as_user home/example/random_game /usr/share/archon/decks/{guide-achea,sahl-the-aegian}.deck

check "a game through archon::c" as_user home/example/c_game /usr/share/archon/decks/{guide-achea,sahl-the-aegian}.deck

check "apt purge" apt purge archon libarchon-dev libarchon1
check "no program is left" bash -c '! command -v archon'
files >after
check "no file is left, and none is lost" diff before after

echo "$passed passed, $failed failed"
((failed == 0))

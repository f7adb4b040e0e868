#!/bin/sh
# Places the ordo that lies beside this file, if it is whole and this machine can run it: sh install.sh [folder]
# Needs no root, and asks no network. The folder is ~/.local/bin where none is named.
set -u

here=$(cd "$(dirname "$0")" && pwd)
to=${1:-$HOME/.local/bin}
get='get it again, together with SHA256SUMS and install.sh: all three are of one release'

refuse() {
  printf 'install: %s\n         %s\n' "$1" "$2" >&2
  exit 2
}

system=$(uname -s)
machine=$(uname -m)
[ "$system" = Linux ] || refuse "there is no executable for $system" 'install the npm package on Node 24 or newer: docs/install.md'
case $machine in
  x86_64) name=ordo-linux-x64 ;;
  aarch64 | arm64) name=ordo-linux-arm64 ;;
  *) refuse "there is no executable for a machine of kind $machine" 'install the npm package on Node 24 or newer: docs/install.md' ;;
esac

file=$here/$name
sums=$here/SHA256SUMS
[ -f "$file" ] || refuse "$name, the executable for this machine ($machine), is not in $here" "get that one"
[ -f "$sums" ] || refuse "SHA256SUMS is not in $here" "$get"
wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $name\$/\1/p" "$sums")
[ -n "$wanted" ] || refuse "SHA256SUMS does not name $name" "$get"
found=$(sha256sum "$file" | cut -c 1-64)
[ "$found" = "$wanted" ] || refuse "$name is not the file of SHA256SUMS: it has $(wc -c <"$file" | tr -d ' ') bytes and the checksum $found, and ought to have $wanted. It was cut off, or is another file" "$get"

mkdir -p "$to" || refuse "the folder $to cannot be made" 'name another: sh install.sh <folder>'
# Whole or not at all: a run that goes on keeps the file it began with.
new=$to/.ordo.$$
cp "$file" "$new" && chmod 755 "$new" || { rm -f "$new"; refuse "$to cannot be written" 'name another: sh install.sh <folder>'; }
said=$("$new" --version 2>&1) || {
  rm -f "$new"
  refuse "this machine cannot run it: $said" 'it needs glibc 2.28 or newer, libstdc++6 and libatomic1: apt-get install libstdc++6 libatomic1'
}
mv "$new" "$to/ordo" || { rm -f "$new"; refuse "$to/ordo cannot be written" 'name another: sh install.sh <folder>'; }
echo "$said is $to/ordo"
case :$PATH: in
  *:"$to":*) ;;
  *) echo "that folder is not on your PATH: export PATH=\"$to:\$PATH\"" ;;
esac

#!/bin/sh
# Installs Waybill for you: sh install.sh [--prefix DIR] [--key KEY.asc] [PLACE]
#
# PLACE is the directory or the https:// URL of a release (default: where this script lies). The archive is unpacked only after it was
# compared with SHA256SUMS; with --key also only if SHA256SUMS.asc is a signature of it by that key. DIR is ~/.local if
# left out; everything goes to DIR/lib/waybill-VERSION-linux-ARCH, and links to DIR/bin and DIR/share.
set -eu
die() { echo "install.sh: $*" >&2; exit 1; }
usage() { echo "usage: sh install.sh [--prefix DIR] [--key KEY.asc] [PLACE]" >&2; exit 2; }

prefix=${HOME:-}/.local key='' place=$(dirname -- "$0")
while [ $# -gt 0 ]; do
    case $1 in
        --prefix | --key) [ $# -gt 1 ] || usage; [ "$1" = --key ] && key=$2 || prefix=$2; shift ;;
        -*) usage ;;
        *) place=$1 ;;
    esac
    shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() {
    case $place in
        https://*) if command -v curl > /dev/null; then curl -fsSL --proto '=https' -o "$work/$1" "$place/$1"
            else wget -q -O "$work/$1" "$place/$1"; fi ;;
        *) cp -- "$place/$1" "$work/$1" ;;
    esac || die "cannot read $place/$1"
}

fetch SHA256SUMS
if [ -n "$key" ]; then
    command -v gpg > /dev/null || die "--key requires gpg"
    fetch SHA256SUMS.asc
    mkdir -m 700 "$work/gpg"
    gpg --homedir "$work/gpg" --batch -q --import "$key" || die "cannot read the key $key"
    gpg --homedir "$work/gpg" --batch -q --verify "$work/SHA256SUMS.asc" "$work/SHA256SUMS" 2> "$work/log" \
        || { cat "$work/log" >&2; die "SHA256SUMS is not signed by $key: nothing was installed"; }
else
    echo "without --key only the checksum is verified, not who made it" >&2
fi
line=$(grep -E " [ *]waybill-[0-9A-Za-z.-]+-linux-$(uname -m)\.tar\.gz\$" "$work/SHA256SUMS") \
    || die "$place has no archive for $(uname -s) on $(uname -m)"
archive=${line#* [ *]}
fetch "$archive"
(cd "$work" && echo "$line" | sha256sum -c > /dev/null 2>&1) || die "$archive differs from SHA256SUMS: nothing was installed"

mkdir -p "$prefix/lib" "$prefix/bin"
prefix=$(CDPATH='' cd -P -- "$prefix" && pwd -P)
name=${archive%.tar.gz}
rm -rf "${prefix:?}/lib/$name"
tar -xzf "$work/$archive" -C "$prefix/lib"
ln -sf "../lib/$name/bin/waybill" "$prefix/bin/waybill"
(cd "$prefix/lib/$name" && find share -path share/waybill -prune -o ! -type d -print) | while read -r file; do
    mkdir -p "$prefix/${file%/*}" && ln -sf "$prefix/lib/$name/$file" "$prefix/$file"
done
WAYBILL_AOT=off "$prefix/bin/waybill" --version
case :$PATH: in *":$prefix/bin:"*) ;; *) echo "add $prefix/bin to your PATH" ;; esac

#!/bin/sh
# Installs what the tests need from the system and npm cannot bring: a real Chromium.
set -eu

missing=""
[ -x "${CHROMIUM_PATH:-/usr/bin/chromium}" ] || missing="$missing chromium"

[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root="sudo"; else as_root="none"; fi
fi
if [ "$as_root" = none ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "The tests need these programs; please install them (Debian: apt-get install$missing):$missing" >&2
  echo "A Chromium elsewhere can be named with CHROMIUM_PATH." >&2
  exit 1
fi
echo "Installing for the tests:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null

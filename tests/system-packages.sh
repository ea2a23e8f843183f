#!/bin/sh
# Installs what the tests need from the system and npm cannot bring: a real Chromium, Redis, PostgreSQL, LibreOffice and OpenSSL.
set -eu

has_postgres() {
  [ -n "${POSTGRES_BIN:-}" ] && [ -x "$POSTGRES_BIN/postgres" ] && return 0
  for program in /usr/lib/postgresql/*/bin/postgres; do [ -x "$program" ] && return 0; done
  return 1
}

has_chromium() {
  [ -x "${CHROMIUM_PATH:-/usr/bin/chromium-headless-shell}" ]
}

missing=""
has_chromium || missing="$missing chromium-headless-shell"
command -v "${REDIS_SERVER_PATH:-redis-server}" >/dev/null 2>&1 || missing="$missing redis-server"
command -v "${SOFFICE_PATH:-soffice}" >/dev/null 2>&1 || missing="$missing libreoffice-calc-nogui"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
has_postgres || missing="$missing postgresql"

[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root="sudo"; else as_root="none"; fi
fi
# A Chromium with windows does as well, only slower.
if [ "$missing" = " chromium-headless-shell" ] && [ "$as_root" = none ] && [ -x /usr/bin/chromium ]; then exit 0; fi
if [ "$as_root" = none ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "The tests need these programs; please install them (Debian: apt-get install$missing):$missing" >&2
  echo "Elsewhere they can be named: CHROMIUM_PATH, REDIS_SERVER_PATH, SOFFICE_PATH (files), POSTGRES_BIN (a folder)." >&2
  exit 1
fi
echo "Installing for the tests:$missing"
export DEBIAN_FRONTEND=noninteractive

# The tests start their own servers: the packages' services are not started. That is said by a file which goes again.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '$as_root rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
  $as_root chmod +x "$policy"
fi

$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null

#!/bin/sh
# browser.sh        prints the path of a Chromium for the browser tests, or says how to get one
# browser.sh get    the same, but installs it first if it is missing and this system lets us; Firefox and Safari's engine
#                   as well, in which the tests play too: where they are missing, those tests are skipped
# Another one than the one found: CHROME=/path/to/chrome make test
set -eu

find_it() {
    if [ -n "${CHROME:-}" ]; then
        command -v "$CHROME" && return
        echo "CHROME is set to $CHROME, but there is no such program" >&2
        exit 1
    fi
    for name in chromium chromium-browser google-chrome google-chrome-stable chrome \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        command -v "$name" 2>/dev/null && return
    done
    return 1
}

can_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

missing() {
    find_it >/dev/null || echo chromium
    command -v WebKitWebDriver >/dev/null || echo webkit2gtk-driver
    command -v Xvfb >/dev/null || echo xvfb
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null || echo firefox-esr
}

install_them() {
    echo "installing for the browser tests:" "$@" >&2
    apt-get update -qq >&2 || true
    for package in "$@"; do # one by one: not every system has them all
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >&2 || true
    done
}

if [ "${1:-}" = get ] && can_install; then
    # shellcheck disable=SC2046  # one word for each package
    [ -z "$(missing)" ] || install_them $(missing)
fi
find_it || {
    echo "the browser tests need Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium)," \
        "or another Chrome named in CHROME" >&2
    exit 1
}

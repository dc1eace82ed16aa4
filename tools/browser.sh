#!/bin/sh
# browser.sh        prints the path of a Chromium for the browser tests, or says how to get one
# browser.sh get    the same, but installs it first if it is missing and this system lets us
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

install_it() {
    echo "installing Chromium for the browser tests" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >&2
}

if [ "${1:-}" = get ] && ! find_it >/dev/null && can_install; then
    install_it
fi
find_it || {
    echo "the browser tests need Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium)," \
        "or another Chrome named in CHROME" >&2
    exit 1
}

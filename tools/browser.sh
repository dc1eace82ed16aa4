#!/bin/sh
# browser.sh        prints the path of a Chromium as people have it, or says how to get one
# browser.sh light  the same, but rather one that draws no window of its own (Debian: chromium-headless-shell): the
#                   same engine, and a page in a new window costs a quarter less
# browser.sh get    the first, but installs both if they are missing and this system lets us (the light one shows no
#                   notices); Firefox and Safari's engine as well: where those are missing, their tests are skipped
# Another one than the one found: CHROME=/path/to/chrome make test
set -eu
light=chromium-headless-shell

find_it() {
    if [ -n "${CHROME:-}" ]; then
        command -v "$CHROME" && return
        echo "CHROME is set to $CHROME, but there is no such program" >&2
        exit 1
    fi
    if [ "${1:-}" = light ]; then
        command -v "$light" 2>/dev/null && return
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
    command -v $light >/dev/null || echo $light
    command -v WebKitWebDriver >/dev/null || echo webkit2gtk-driver
    command -v Xvfb >/dev/null || echo xvfb
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null || echo firefox-esr
}

install_them() {
    echo "installing for the browser tests:" "$@" >&2
    apt-get update -qq >&2 || true
    apt_install "$@" && return
    for package in "$@"; do # one by one: not every system has them all
        apt_install "$package" || true
    done
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

if [ "${1:-}" = get ] && can_install; then
    # shellcheck disable=SC2046  # one word for each package
    [ -z "$(missing)" ] || install_them $(missing)
fi
find_it "${1:-}" || {
    echo "the browser tests need Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium)," \
        "or another Chrome named in CHROME" >&2
    exit 1
}

"""Draws every sound that the web client can make, for people to look at: what nobody hears in a review can be seen.

    PYTHONPATH=tests python tools/draw_sounds.py FOLDER [--only knock chime]

Each is sung at full volume in the system's Chromium by the client's own code, into KIND.wav and KIND.png: the wave, its
spectrum over time and its level; sheet.png has all of them. The table that is printed has what a loudspeaker gets:
the peak, the loudest 100 ms as an ear weighs it (K-weighting as in ITU-R BS.1770, a sound as a fraction of full
strength), how long it takes to its peak, and to the last moment above -60 dB, where it lies on the average (its
centroid), how strong its last
millisecond is, where it would click, and how far its middle is off zero.
"""

import argparse
import base64
import subprocess
import wave
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import numpy as np
from browser.house import FLAGS, chromium_path
from matplotlib.axes import Axes
from numpy.typing import NDArray
from playwright.sync_api import sync_playwright

import web

mpl.use("agg")
from matplotlib import pyplot as plt

ROOT = Path(__file__).resolve().parents[1]
RATE, SECONDS, START = 48_000, 3, 0.1
QUIET = -60.0  # decibels: nobody hears what is softer
NOTHING = 1e-7
HEARD = RATE // 10  # samples that an ear hears as one
COLUMNS = 4
# The client's sounds as one module, without the rest of the client.
BUNDLE = """
import { build } from "vite";
import { svelte } from "@sveltejs/vite-plugin-svelte";
const { output } = (await build({
  root: process.cwd(), configFile: false, logLevel: "error", plugins: [svelte()],
  resolve: { alias: { $: process.cwd() + "/src" } },
  build: { write: false, minify: false, lib: { entry: "src/ui/sounds.ts", formats: ["es"] } },
}))[0];
process.stdout.write(output[0].code);
"""
SING = """async ({ code, rate, seconds, start }) => {
  const { KINDS, sing } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const sung = {};
  for (const kind of KINDS) {
    const context = new OfflineAudioContext(1, rate * seconds, rate);
    sing(context, kind, start, 1);
    const bytes = new Uint8Array((await context.startRendering()).getChannelData(0).buffer);
    let text = "";
    for (let k = 0; k < bytes.length; k += 4096) text += String.fromCharCode(...bytes.subarray(k, k + 4096));
    sung[kind] = btoa(text);
  }
  return sung;
}"""
# K-weighting at 48 kHz: a head in front of the ear, and what an ear makes of low notes.
K_STAGES = (
    ((1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)),
    ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)),
)

Samples = NDArray[np.float64]


@dataclass(frozen=True)
class Level:
    peak: float
    loud: float  # decibels
    attack: float  # seconds
    length: float
    centroid: float  # hertz
    end: float
    middle: float


def sung() -> dict[str, Samples]:
    node = web._node() / "bin" / "node"
    command = [str(node), "--input-type=module", "-e", BUNDLE]
    code = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, check=True).stdout
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        page = browser.new_page()
        page.route("**", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
        page.goto("http://sounds.example/")
        told = page.evaluate(SING, {"code": code, "rate": RATE, "seconds": SECONDS, "start": START})
        browser.close()
    return {kind: np.frombuffer(base64.b64decode(text), dtype="<f4").astype(float) for kind, text in told.items()}


def weighed(samples: Samples) -> Samples:
    """As an ear hears it."""
    spectrum, turn = np.fft.rfft(samples), np.exp(-2j * np.pi * np.fft.rfftfreq(len(samples)))
    for above, below in K_STAGES:
        spectrum *= np.polyval(above[::-1], turn) / np.polyval(below[::-1], turn)
    return np.asarray(np.fft.irfft(spectrum, len(samples)), dtype=float)


def decibels(strength: Samples | float) -> Samples:
    return np.asarray(20 * np.log10(np.maximum(strength, 1e-6)), dtype=float)


def envelope(samples: Samples, window: int) -> Samples:
    """The strength of so many samples around each."""
    sums = np.concatenate([[0.0], np.cumsum(samples**2)])
    return np.asarray(np.sqrt(np.maximum(sums[window:] - sums[:-window], 0) / window), dtype=float)


def level_of(samples: Samples) -> Level:
    sound = samples[int(START * RATE) :]
    heard = np.flatnonzero(decibels(np.abs(sound)) > QUIET)
    power = np.abs(np.fft.rfft(sound)) ** 2
    return Level(
        peak=float(np.abs(sound).max()),
        loud=float(decibels(envelope(weighed(samples), HEARD).max())),
        attack=float(np.abs(sound).argmax() / RATE),
        length=float(heard[-1] / RATE),
        centroid=float((power * np.fft.rfftfreq(len(sound), 1 / RATE)).sum() / power.sum()),
        end=float(np.abs(sound[np.flatnonzero(np.abs(sound) > NOTHING)[-48:]]).max()),
        middle=float(sound[: heard[-1]].mean()),
    )


def draw(axes: list[Axes], kind: str, samples: Samples, level: Level) -> None:
    shown = samples[: int((START + level.length + 0.1) * RATE)]
    times = np.arange(len(shown)) / RATE - START
    axes[0].plot(times, shown, linewidth=0.4, color="#434f92")
    axes[0].set(ylim=(-1, 1), title=f"{kind}: peak {level.peak:.2f}, {level.loud:.1f} dB, {level.length:.2f} s")
    axes[0].axhline(0.8, color="#a03e63", linewidth=0.5)
    floor = np.random.default_rng(1).normal(0, NOTHING, len(shown))  # else there is nothing to take a logarithm of
    axes[1].specgram(
        shown + floor, NFFT=1024, Fs=RATE, noverlap=896, vmin=-140, vmax=-40, xextent=(times[0], times[-1])
    )
    axes[1].set(ylim=(0, 8000))
    soft = decibels(envelope(shown, RATE // 200))
    axes[2].plot(times[: len(soft)], soft, color="#41692a", linewidth=0.8)
    axes[2].set(ylim=(-80, 0))


def write(path: Path, samples: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    sounds = {kind: samples for kind, samples in sung().items() if not wish.only or kind in wish.only}
    rows = -(-len(sounds) // COLUMNS)
    sheet, places = plt.subplots(3 * rows, COLUMNS, figsize=(5 * COLUMNS, 5 * rows), squeeze=False)
    print("            peak  loud   attack length centroid  at its end  middle")
    for number, (kind, samples) in enumerate(sounds.items()):
        level = level_of(samples)
        write(wish.folder / f"{kind}.wav", samples)
        alone, own = plt.subplots(3, 1, figsize=(8, 8))
        draw(list(own), kind, samples, level)
        alone.savefig(wish.folder / f"{kind}.png", dpi=80)
        plt.close(alone)
        row, column = divmod(number, COLUMNS)
        draw([places[3 * row + k][column] for k in range(3)], kind, samples, level)
        times = f"{level.attack:6.3f} {level.length:6.2f} {level.centroid:7.0f}"
        print(f"{kind:10}  {level.peak:.2f} {level.loud:6.1f} {times}   {level.end:.5f}  {level.middle:+.5f}")
    for number in range(len(sounds), rows * COLUMNS):
        for k in range(3):
            places[3 * (number // COLUMNS) + k][number % COLUMNS].set_axis_off()
    sheet.tight_layout()
    sheet.savefig(wish.folder / "sheet.png", dpi=60)


if __name__ == "__main__":
    main()

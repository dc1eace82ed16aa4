"""What every part of the server uses: settings, the clock, logs, metrics, and how the server says no."""

"""`small_disk.py BYTES ...` is `pasar ...` none of whose files can become larger than that, as if the disk were full.

A process of its own: such a limit holds for all that a process writes, and pytest may be writing to a file, too.
"""

import resource
import sys

from pasar.cli import main
from pasar.lab import parquet, rows

if __name__ == "__main__":
    size = int(sys.argv.pop(1))
    parquet.GROUP = rows.BY_CHANCE = rows.BY_THUMB = 20  # games that are written at once
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    main()

"""`python -m pasar` is `pasar`."""

from pasar.cli import main

main()

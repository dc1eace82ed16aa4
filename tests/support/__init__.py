"""What several tests share and is no test itself: `from support.databases import ...`, the same everywhere."""

"""One game in progress, its record, and deals that can be proved fair."""

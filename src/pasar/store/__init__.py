"""What outlives the process: tables as logs of entries, people, tokens, and notices that are still to be sent."""

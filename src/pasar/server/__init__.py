"""Tables on the network: people and bots, live or over days."""

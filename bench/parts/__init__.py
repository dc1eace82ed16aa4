"""What several benches share; `make bench` starts only what lies beside this folder."""

"""The command line: serve, evaluate, check, conform."""

"""The messages of podlaw, by version of the contract."""

"""The gRPC edge: turns messages into the engine's types and back. It knows no policy and computes nothing."""

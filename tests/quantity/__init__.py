"""Tests of the quantities."""

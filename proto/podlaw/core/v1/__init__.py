"""Kubernetes' own objects as typed messages; generated from ``core.proto``, never edited."""

"""The typed objects of Kubernetes, by version of the API."""

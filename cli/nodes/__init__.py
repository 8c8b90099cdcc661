"""``podlaw node``: what the kubelet and the scheduler do on one node, from files as they come from a cluster."""

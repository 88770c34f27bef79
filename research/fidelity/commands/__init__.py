"""``netfloor fidelity``: published figures beside ours."""

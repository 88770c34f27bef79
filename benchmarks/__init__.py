"""Speed and quality as ratios against a peer in the same run."""

"""Speed and quality, apart from the tests: ratios against a peer in the same run."""

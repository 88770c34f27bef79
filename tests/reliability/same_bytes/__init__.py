"""Records what every command prints and writes, and compares two recordings to the byte.

``python -m tests.reliability.same_bytes against REV`` tells whether the present tree and a revision
behave alike. Only the standard library is imported, and the tree under test runs as a process of its
own: files and modules may move as they like.
"""

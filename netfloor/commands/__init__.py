"""The commands, a file each: parse options, call a function, print the answer."""

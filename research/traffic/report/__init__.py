"""Tables, charts and files of simulated traffic."""

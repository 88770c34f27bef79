"""Devices, ports and the cables between them: the model that lists, dumps and exports share."""

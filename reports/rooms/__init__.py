"""Rooms and halls drawn and measured."""

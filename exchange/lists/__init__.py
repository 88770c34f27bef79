"""Readers of users' lists: tables of devices and cables, with ranges."""

"""The fixtures of all tests, by what they make."""

pytest_plugins = ("tests.fixtures.commands", "tests.fixtures.drawn")

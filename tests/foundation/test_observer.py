"""The library's default observer."""

from netfloor.foundation.observer import SilentObserver


def test_the_silent_observer_says_nothing(capsys):
    """Nothing is printed, whatever happens."""
    observer = SilentObserver()
    observer.started("task", 3)
    observer.advanced("task", 1, "note")
    observer.finished("task")
    assert capsys.readouterr() == ("", "")

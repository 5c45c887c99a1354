"""Ways to see an interpretation: functions of it, never methods on it."""

"""Salience: Lappin and Leass's weights that are halved."""

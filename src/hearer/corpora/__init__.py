"""Resolve many documents: folders, archives and tables of texts, on one machine or many."""

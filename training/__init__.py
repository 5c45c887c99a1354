"""Scripts that build the English pipeline hearer ships; not part of the wheel."""

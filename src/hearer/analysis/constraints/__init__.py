"""What rules a candidate out: agreement, binding, sorts."""

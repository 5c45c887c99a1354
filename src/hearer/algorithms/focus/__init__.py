"""Focus: Sidner, RAFT/RAPR and the stock of shared knowledge."""

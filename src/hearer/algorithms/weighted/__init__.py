"""The weighted S-list: Strube's list with an order that is learnt."""

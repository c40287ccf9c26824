"""What both machines share: states, moves between places, chance, and the facts of running."""

"""Why a move is refused, where a number comes from, which rules were used."""

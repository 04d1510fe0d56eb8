"""From a checked game to play: program, machine, states, views, scores. Reads no arguments, prints nothing."""

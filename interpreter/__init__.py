"""From a checked game to play: program, machine, states, views, scores. It prints nothing."""

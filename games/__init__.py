"""The bundled games, one folder each. A folder with a `.game` file is a game: there is no list to keep."""

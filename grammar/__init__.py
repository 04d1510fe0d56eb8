"""From text to a checked game: parsing, names, types, tables. Pure: texts in, values and problems out."""

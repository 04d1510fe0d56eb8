"""From text to a checked game: parsing, names, types, tables, diagnostics. Pure: texts in, values and problems out."""

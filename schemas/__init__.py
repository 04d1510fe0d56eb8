"""JSON Schemas of every file format that Rulewright reads and every JSON document that it prints."""

"""`python -m rulewright`: the command line."""

from .cli import main

main()

"""What all games share: the contract, luck, options, errors, records, and the registry that finds the games."""

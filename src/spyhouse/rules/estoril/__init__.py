"""City of Spies: Estoril 1942."""

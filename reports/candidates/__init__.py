"""Plans side by side: which is to be bought, what each costs and gives, and what would change that."""

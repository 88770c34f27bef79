"""What joins the rooms of the house to answer a question."""

"""Raw replies to answers: what is shared by all answer types, and one module for each type."""

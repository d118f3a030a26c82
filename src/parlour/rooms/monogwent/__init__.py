"""MonoGwent: card scripts and what weighs them."""

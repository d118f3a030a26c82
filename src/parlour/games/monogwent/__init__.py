"""MonoGwent: three rows, two hidden hands, and the art of passing."""

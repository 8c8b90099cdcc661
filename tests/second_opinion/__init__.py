"""A second opinion on what rules say: checked rules interpreted in plain Python, one after the other.

Nothing of what makes them fast is in it: no passes, rows, columns, codes, look-ups, generated code or matching engine.
"""

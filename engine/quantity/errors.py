"""What reading a quantity may raise."""


class QuantityError(ValueError):
    """A text is no quantity; `message` is Kubernetes' refusal to the letter (admission Q1, Q2)."""

    def __init__(self, message: str) -> None:
        """Keep `message`, the refusal."""
        super().__init__(message)
        self.message = message


class QuantityTooLarge(QuantityError):
    """A text that Kubernetes may accept asks for more work than is done here (admission Y2); `message` is our own."""

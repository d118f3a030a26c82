"""The review of a finished game: what decided it, luck or choice. See docs/review.md."""

from parlour.lab.review.findings import Decision, Review
from parlour.lab.review.reviewing import EFFORTS, Effort, Reviewer, review

__all__ = ["EFFORTS", "Decision", "Effort", "Review", "Reviewer", "review"]

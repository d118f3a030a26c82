"""Reviews: one process at a time works on each, and a finished one stays as it is."""

from __future__ import annotations

import pytest
from tests.store.test_matches import NewMatch

from parlour.store import ClaimReview, GrowReview, ReleaseReview, Store, StoreError

HOUR = 3600.0


def test_a_review_grows_and_stays(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    assert store.reads.review(match) is None
    assert store.write(ClaimReview(match, "one", 1, HOUR))
    assert store.write(GrowReview(match, "one", 0.1, seconds=HOUR))
    assert store.write(GrowReview(match, "one", 0.5, '{"curve":[]}', seconds=HOUR))
    half = store.reads.review(match)
    assert half is not None
    assert (half.grown, half.progress, half.content, half.done, half.owner) == (1, 0.5, '{"curve":[]}', False, "one")
    assert store.write(GrowReview(match, "one", 1.0, "{}", done=True))
    whole = store.reads.review(match)
    assert whole is not None
    assert (whole.grown, whole.content, whole.done, whole.owner) == (2, "{}", True, None)
    assert not store.write(ClaimReview(match, "one", 1, HOUR)), "there is nothing left to do"
    assert not store.write(GrowReview(match, "one", 0.2, "[]", seconds=HOUR))
    assert store.reads.review(match) == whole


def test_one_process_at_a_time_works_on_it(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    assert store.write(ClaimReview(match, "one", 1, HOUR))
    assert not store.write(ClaimReview(match, "two", 1, HOUR))
    assert not store.write(GrowReview(match, "two", 0.5, "{}", seconds=HOUR))
    assert store.write(ClaimReview(match, "one", 1, HOUR)), "a process recognizes its own lease"
    assert not store.write(ReleaseReview(match, "two"))
    assert store.write(ReleaseReview(match, "one"))
    assert store.write(ClaimReview(match, "two", 1, HOUR))
    assert not store.write(GrowReview(match, "one", 0.5, "{}", seconds=HOUR)), "it has changed hands"


def test_a_lease_that_is_not_renewed_ends(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    assert store.write(ClaimReview(match, "one", 1, -1.0))
    left = store.reads.review(match)
    assert left is not None and left.owner is None
    assert store.write(ClaimReview(match, "two", 1, HOUR))


def test_one_in_another_form_is_begun_anew(store: Store, new_match: NewMatch) -> None:
    match = new_match()
    store.write(ClaimReview(match, "one", 1, HOUR))
    store.write(GrowReview(match, "one", 1.0, '"old"', done=True))
    assert store.write(ClaimReview(match, "two", 2, HOUR))
    fresh = store.reads.review(match)
    assert fresh is not None
    assert (fresh.form, fresh.grown, fresh.content, fresh.done, fresh.owner) == (2, 0, "", False, "two")


def test_a_growth_that_may_have_been_stored_is_not_stored_twice(store: Store, new_match: NewMatch) -> None:
    """After a lost connection a write is run again; the review must not count as lost to another process."""
    match = new_match()
    store.write(ClaimReview(match, "one", 1, HOUR))
    last = GrowReview(match, "one", 1.0, "{}", done=True)
    assert store.write(last)
    last.unsure = True
    assert store.write(last)
    kept = store.reads.review(match)
    assert kept is not None and kept.grown == 1


def test_no_match_no_review(store: Store) -> None:
    assert store.reads.review("nowhere") is None
    with pytest.raises(StoreError):
        store.write(ClaimReview("nowhere", "one", 1, HOUR))
    with pytest.raises(StoreError):
        GrowReview("nowhere", "one", float("nan"))

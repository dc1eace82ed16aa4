"""The table of deliberate faults fits the sources: what `make mutants` puts in is there to be replaced."""

import mutants
import pytest


@pytest.mark.parametrize("mutant", mutants.mutants(), ids=lambda mutant: mutant.name)
def test_a_fault_has_one_place_and_tests_that_may_notice_it(mutant: mutants.Mutant) -> None:
    assert mutant.place().read_text(encoding="utf-8").count(mutant.text) == 1
    assert mutant.text != mutant.instead
    assert all(mutants.found_in(mutants.ROOT, test).exists() for test in mutant.tests)


def test_names_tell_faults_apart() -> None:
    names = [mutant.name for mutant in mutants.mutants()]
    assert len(set(names)) == len(names)

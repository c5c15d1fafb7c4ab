"""Marks of rows of a parametrisation."""

from functools import partial

import pytest

long = partial(pytest.param, marks=pytest.mark.long)

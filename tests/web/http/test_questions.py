"""Questions keep to the bounds of their fields."""

import pytest
from pydantic import Field, ValidationError

from llq.errors import BadQuestion
from llq.web.http.parameter_types import Whole
from llq.web.http.questions import QuestionModel, from_json, parameters


class Numbers(QuestionModel):
    """Integers with bounds of their own, and without."""

    few: Whole = Field(3, ge=2, le=9)
    some: Whole | None = Field(None, le=20)
    any: Whole = Field(0)
    many: list[Whole] = Field([])
    flag: bool = Field(False)


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("few", 2, 9), ("some", -1_000_000, 20), ("any", -1_000_000, 1_000_000)],
)
def test_an_integer_is_within_the_bounds_of_its_field(name, least, most):
    """Those of the field hold before those of every integer; the description has the same."""
    for number in (least, most):
        assert getattr(Numbers(**{name: number}), name) == number
    for number in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            Numbers(**{name: number})
    (schema,) = (entry["schema"] for entry in parameters(Numbers) if entry["name"] == name)
    shape = next(iter(schema.get("anyOf", [schema])))
    assert (shape["minimum"], shape["maximum"]) == (least, most)


@pytest.mark.parametrize("name", ["few", "some", "any", "many"])
def test_true_is_no_number_in_json(name):
    """It is refused where an integer is due, as the description has it, and not read as 1."""
    assert from_json(Numbers, {"flag": True}) == Numbers(flag=True)
    with pytest.raises(BadQuestion, match=f"{name}.* must be an integer; got .*True"):
        from_json(Numbers, {name: [True] if name == "many" else True})

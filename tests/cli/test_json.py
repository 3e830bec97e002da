"""``--json`` prints the plain form of what Python returns."""

import jotto as library

HATCHES = "hatch", "latch", "match", "crane"


def test_json_is_the_plain_form_of_the_value(jotto, write):
    words, game = ("--words", write(*HATCHES), "--json"), library.words(HATCHES)
    at, turns = library.start(game, "crane=0,2"), ("crane=0,2", "hatch=4,0")
    lengths = jotto("evaluate", *words).json
    assert lengths.items() >= library.evaluate(game).to_dict().items()
    compared = jotto("compare", "entropy", "simple", *words).json
    assert compared == {"schema": 1, **library.compare(game, ["entropy", "simple"]).to_dict()}
    suggested = jotto("suggest", "crane=0,2", *words, "--top", "2").json["suggestions"]
    assert [row | {"chance": 1 / 3} for row in suggested] == at.rank(top=2).rows()
    reviewed = jotto("review", *turns, "--secret", "match", *words).json["reviews"][0]
    plain = library.review(game, *turns, secret="match").to_dict()
    assert reviewed["turns"] == plain["turns"]
    assert reviewed.items() >= {name: plain[name] for name in ("cost", "luck", "won")}.items()
    (told, *_) = jotto("explain", "hatch=4,0", "latch=3,0", *words).json["explanations"]
    (found, *_) = library.explain(game, "hatch=4,0", "latch=3,0")
    assert told == {"score": "4,0", "text": str(found), **found.to_dict()}
    graded = jotto("practice", "crane=0,2", "--guess", "latch", *words).json
    assert graded == {"schema": 1, **library.practice(at, "latch").to_dict()}

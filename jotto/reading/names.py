"""The names that columns have in tables of words, weights and dates."""

NAMES = {  # of columns, in the languages of lists, the likelier ones first
    "words": """word words answer answers solution solutions secret secrets guess guesses term token
        lemma entry spelling wort wörter lösung mot mots réponse palabra palabras solución parola
        parole soluzione woord woorden ord palavra palavras ortho unigram vocab""",
    "answers": "answer answers solution solutions secret secrets target",
    "weights": """weight weights count counts freq freqs frequency frequencies n occurrences hits
        total matchcount prob probability share zipf fpm fpmw ppm permillion permil anzahl
        häufigkeit gewicht fréquence nombre frecuencia frequenza aantal antal value""",
    "ranks": "rank ranking id index no nr number year page length epoch timestamp unix log lg ln",
    "dates": "date day printdate datum fecha jour data giorno dag published when",
}
KNOWN = frozenset(" ".join(NAMES.values()).split())
WORDS, ANSWERS, WEIGHTS, RANKS, DATES = (names.split() for names in NAMES.values())

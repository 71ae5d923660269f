#!/usr/bin/env bash
# Decks as players have them, straight into the commands: decks.sh ARCHON. A table of 80 decks to a report, good and with broken rows;
# folders, standard input, several decks in a file. The last line is "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/counted.sh
source "$(dirname "$0")/../counted.sh"
archon=$(realpath "${1:?usage: decks.sh ARCHON}")
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run ARGUMENTS: exit code in $code, the rest in $work/out and $work/err
run() {
  "$archon" "$@" >"$work/out" 2>"$work/err"
  code=$?
}
says() { grep -qF -- "$1" "$work/err"; }
printed() { grep -qF -- "$1" "$work/out"; }
lines() { grep -cE -- "$1" "$2"; }

argus=sim/decks/radiant-argus-the-supreme.deck
onyx=sim/decks/miss-onyx-censorius.deck

# The 80 decks of tests/deck as the download of a search at Decks of KeyForge; ids and ratings are made up. FILE SEPARATOR BROKEN:
# of so many rows, spread over the table, one title is unknown.
table() {
  python3 - "$@" <<'P'
import csv, json, sys, uuid
path, separator, broken = sys.argv[1], sys.argv[2], int(sys.argv[3])
decks = json.load(open("tests/deck/eighty_decks.json"))
columns = ["Name", "Houses", "Expansion", "Sas Rating", "Synergy Rating", "Raw Aerc Score", "Creature Count", "Power Level",
           "House 1 Cards", "House 2 Cards", "House 3 Cards", "Wishlist", "DoK Link", "Master Vault Link", "My Notes"]
with open(path, "w", encoding="utf-8-sig", newline="") as file:
    out = csv.DictWriter(file, columns, restval="", quoting=csv.QUOTE_ALL, delimiter=separator)
    out.writeheader()
    for number, deck in enumerate(decks):
        key = uuid.uuid5(uuid.NAMESPACE_URL, deck["name"])
        row = {"Name": deck["name"], "Houses": " | ".join(deck["houses"]), "Expansion": deck["set"],
               "Sas Rating": 50 + number, "Raw Aerc Score": 40 + number / 2,
               "DoK Link": f"https://decksofkeyforge.com/decks/{key}",
               "Master Vault Link": f"https://www.keyforgegame.com/deck-details/{key}"}
        for i, house in enumerate(deck["houses"]):
            titles = [card["name"] for card in deck["cards"] if card["house"] == house for _ in range(card["count"])]
            if broken and number % (len(decks) // broken) == 0 and i == 0:
                titles[0] += "qq"
            row[f"House {i + 1} Cards"] = "|".join(titles)
        out.writerow(row)
P
}

# From a table to a report in one command.
table "$work/my.csv" , 0
run matrix "$work/my.csv" --games 2 --agent greedy --format json --report "$work/report.html"
check "matrix of a table: exit code $code" test $code == 0
check "the report" test -s "$work/report.html"
python3 - "$work/out" <<'P'
import json, sys
result = json.load(open(sys.argv[1]))
for decks in result["decks"], result["provenance"]["decks"]:
    assert len(decks) == 80, len(decks)
    for deck in decks:
        assert 50 <= deck["sas"] < 130 and 40 <= deck["aerc"] < 80, deck
        assert deck["link"] == "https://www.keyforgegame.com/deck-details/" + deck["id"] and len(deck["id"]) == 36, deck
assert result["provenance"]["deck_warnings"] == 22 and "skipped" not in result["provenance"]
P
check "ids, ratings and links of 80 decks" test $? == 0
check "that icons are not told" says "the input does not tell: bonus icons (22 such warnings"

# The same with ten broken rows: refused as a whole, or ten decks left out, and nothing silent.
table "$work/bad.csv" , 10
run matrix "$work/bad.csv" --games 2 --agent greedy --report "$work/none.html"
check "broken rows: exit code $code" test $code == 2
check "no result of a refused table" test ! -s "$work/out" -a ! -e "$work/none.html"
check "ten problems with line, title and what is near" \
  test "$(lines "bad.csv:[0-9]+: '.+': unknown card '.+qq' \(did you mean .*\)$" "$work/err")" == 10
for row in 2 10 18 74; do check "the problem of line $row" says "bad.csv:$row: "; done
check "the way out" says "10 of 80 decks can't be read (--skip-bad leaves them out)"
run matrix "$work/bad.csv" --games 2 --agent greedy --skip-bad --format json --report "$work/bad.html"
check "--skip-bad: exit code $code" test $code == 0
check "the ten on stderr" test "$(lines "left out: .*bad.csv:[0-9]+: '.+': unknown card '.+qq'" "$work/err")" == 10
check "the report of the rest" grep -qF "10 decks left out that can" "$work/bad.html"
python3 - "$work/out" <<'P'
import json, sys
provenance = json.load(open(sys.argv[1]))["provenance"]
assert len(provenance["decks"]) == 70 and len(provenance["skipped"]) == 10
assert [deck["line"] for deck in provenance["skipped"]] == list(range(2, 82, 8)), provenance["skipped"]
assert all(deck["name"] and deck["file"].endswith("bad.csv") for deck in provenance["skipped"])
P
check "70 decks played, ten named" test $? == 0
run matrix "$work/bad.csv" --games 2 --agent greedy --skip-bad --out "$work/played"
check "the ten in the table" printed "10 decks left out that can't be read: Khyrmn, Hierophant of the Nihilistic Haunt ($work/bad.csv:2); "
run tournament sealed "$work/bad.csv" --skip-bad --from "$work/played/ledger.sqlite"
check "tournament --skip-bad: exit code $code" test $code == 0
check "the ten of the tournament" printed "10 decks left out that can't be read: "
run deck check "$work/bad.csv" --skip-bad
check "deck check --skip-bad" test $code == 0 -a "$(lines 'a legal deck of' "$work/out")" == 70
table "$work/worse.csv" , 80
run deck check "$work/worse.csv" --skip-bad
check "no deck is left" test $code == 2
check "that none is left" says "no deck can be read"

# Other separators, and standard input.
"$archon" deck show --all "$work/my.csv" >"$work/shown" 2>/dev/null
for separator in ';' $'\t'; do
  table "$work/other.csv" "$separator" 0
  "$archon" deck show --all - <"$work/other.csv" >"$work/out" 2>/dev/null
  check "a table with '$separator'" cmp -s "$work/shown" "$work/out"
done
run deck show - - <"$work/my.csv"
check "standard input twice" test $code == 2
check "why standard input is refused" says "standard input (-) can be read once only"

# Folders in the order of names; what can't be a deck is not looked at.
mkdir "$work/folder" "$work/folder/inside"
"$archon" deck show "$argus" "$onyx" >"$work/shown"
cp "$argus" "$work/folder/a.deck"
cp "$onyx" "$work/folder/b"
echo "no deck" >"$work/folder/notes.md"
run deck show "$work/folder"
check "a folder: exit code $code" test $code == 0
check "decks of a folder" cmp -s "$work/shown" "$work/out"
check "what is left in the folder" says "not looked at in this folder: inside, notes.md"

# Two decks in any form, and no other number of them.
"$archon" match "$argus" "$onyx" --games 20 --agent random --format json >"$work/two"
cat "$argus" "$onyx" >"$work/both.deck"
figures() { grep -E '"(wins_a|wins_b|fingerprint|hash)"' "$1"; }
for form in "$work/both.deck" "$work/folder" -; do
  run match "$form" --games 20 --agent random --format json <"$work/both.deck"
  check "match of $(basename -- "$form")" test "$(figures "$work/out")" == "$(figures "$work/two")"
done
run chains "$work/both.deck" "$argus"
check "three decks: exit code $code" test $code == 2
check "which three" says 'two decks are needed, not 3: Radiant Argus the Supreme; Miss "Onyx" Censorius; Radiant Argus the Supreme'
run matrix "$work/both.deck" "$argus" --games 2
check "a deck twice" says "$argus: 'Radiant Argus the Supreme': the same deck as $work/both.deck: 'Radiant Argus the Supreme' (name it once)"

# Decks by name: part of a name, an id, a house or a set, whatever the case, the accents and the quotes.
decks_of() { "$archon" rate --format csv "$@" 2>"$work/err" | tail -n +2 | wc -l; }
check "one deck of a table" test "$(decks_of "$work/my.csv:TSONG")" == 1
check "no warning of the others" test "$(lines warning "$work/err")" == 0
check "by accents and signs" test "$(decks_of "$work/my.csv:harrison satiro")" == 1 -a "$(decks_of "$work/my.csv:crawling-martini")" == 1
check "in another script" test "$(decks_of "$work/my.csv:боцман")" == 1
id=$(python3 -c 'import uuid; print(uuid.uuid5(uuid.NAMESPACE_URL, "Guide Achea"))')
check "by the beginning of an id" test "$(decks_of "$work/my.csv:${id:0:8}")" == 1
check "by a link" test "$(decks_of "$work/my.csv:https://decksofkeyforge.com/decks/$id")" == 1
check "by house" test "$(decks_of "$work/my.csv:Star Alliance")" == "$(decks_of "$work/my.csv:staralliance")"
check "by set" test "$(decks_of "$work/my.csv:WC")" == "$(grep -c '"set": "WC"' tests/deck/eighty_decks.json)"
check "two of a file" test "$(decks_of "$work/my.csv:tsong" "$work/my.csv:guide achea")" == 2
check "of standard input" test "$(decks_of -- -:tsong -:guide <"$work/my.csv")" == 2 -a "$(decks_of - --only tsong <"$work/my.csv")" == 1
check "of a folder" test "$(decks_of sim/decks:argus)" == 1
check "--only" test "$(decks_of "$work/my.csv" --only tsong --only guide)" == 2
check "a bad deck beside the one that is named" test "$(decks_of "$work/bad.csv:tsong")" == 1
run rate "$work/bad.csv:khyrmn"
check "the bad deck itself: exit code $code" test $code == 2
check "what is wrong with it" says "bad.csv:2: 'Khyrmn, Hierophant of the Nihilistic Haunt': unknown card"
run rate "$work/my.csv:tsnog"
check "a name that is wrong: exit code $code" test $code == 2
check "what was meant" says "no deck has 'tsnog' in its name, id, houses or set (did you mean 'Tsong, the Watcher of Food'?)"
run rate "$work/my.csv" --only zzz
check "--only of nothing" test $code == 2
check "what --only found" says "--only: no deck has 'zzz' in its name"
run rate "Tsong, the Watcher of Food"
check "a name without a file" says "there is no such file (a deck of a file is named FILE:NAME, as in my.csv:tsong)"
cp "$argus" "$work/a:b.deck"
cp "$onyx" "$work/a"
check "a path that is there wins over a name" test "$(decks_of "$work/a:b.deck")" == 1
run match "$work/my.csv:untamed" "$argus"
check "several where one is wanted: exit code $code" test $code == 2
check "which ones, and how to name one" says "Tsong, the Watcher of Food; Isaiah el Lineal"
check "how to name one" says "(one of a file is named as in $work/my.csv:khyrmn)"

# Which decks are mine, of a table and of a ledger.
run gauntlet "$work/my.csv" --only tsong --only guide --only evellin --mine guide --games 2 --agent random --out "$work/sides"
check "gauntlet --mine: exit code $code" test $code == 0
from=(--from "$work/sides/ledger.sqlite")
run gauntlet "${from[@]}" --mine achea --format csv
check "--mine of a ledger" test $code == 0 -a "$(wc -l <"$work/out")" == 3
run gauntlet achea --field tsong "${from[@]}" --format csv
check "names of a ledger" test $code == 0 -a "$(wc -l <"$work/out")" == 2
run tournament sealed "${from[@]}" --mine achea
check "tournament --mine" test $code == 0
run tournament sealed ached "${from[@]}"
check "a wrong name of a ledger" says "of the ledger no deck has 'ached' in its name, id, houses or set (did you mean 'Guide Achea'?)"
run gauntlet "${from[@]}"
check "whose decks of a ledger" says "which decks of the ledger are mine? name them, or --mine NAME"

# An installed program has its decks with it.
check "the decks of the program" test "$(cd "$work" && decks_of builtin)" == "$(find sim/decks -name '*.deck' | wc -l)"
check "those of a set" test "$(cd "$work" && decks_of builtin:CotA)" == 28
(cd "$work" && "$archon" match builtin:argus "builtin:miss onyx" --games 20 --agent random --format json >"$work/out")
check "the same decks as the files" test "$(figures "$work/out")" == "$(figures "$work/two")"
check "named as they can be given" printed '"file": "builtin:radiant-argus-the-supreme"'
cp "$onyx" "$work/builtin"
check "a file of that name wins" test "$(cd "$work" && decks_of builtin)" == 1
rm "$work/builtin"

# A line a deck, those that can't be read among them; nothing wraps.
run deck list "$work/my.csv"
check "deck list: exit code $code" test $code == 0 -a "$(lines ' (CotA|AoA|WC|MM|DT|ToC|mixed) ' "$work/out")" == 80
run deck list "$work/bad.csv"
check "deck list of a bad table: exit code $code" test $code == 2 -a "$(lines "unknown card '.+qq'" "$work/out")" == 10
check "how many are bad" says "10 of 80 decks can't be read"
run deck list "$work/bad.csv" --skip-bad
check "deck list --skip-bad: exit code $code" test $code == 0 -a "$(lines "unknown card" "$work/out")" == 0
run deck list "$argus" "$argus"
check "a deck twice in the list" printed "the same deck as 'Radiant Argus the Supreme'"
run deck list "$work/nothing.csv"
check "no file, no list" test $code == 2 -a ! -s "$work/out"
for columns in 80 120; do
  for file in my bad; do
    widest=$(COLUMNS=$columns "$archon" deck list "$work/$file.csv" 2>"$work/err" | grep -E ' (CotA|AoA|WC|MM|DT|ToC|mixed) |unknown card|^too' | wc -L)
    check "deck list of $file.csv at $columns columns is $widest wide" test "$widest" -le "$columns" -a "$widest" -gt 50
  done
done
run deck show "$work/my.csv"
check "deck show of many: the list" test $code == 0 -a "$(wc -l <"$work/out")" -lt 100
check "how to see one" printed "archon deck show $work/my.csv:khyrmn"
run deck show "$work/my.csv" --all
check "deck show --all" test $code == 0 -a "$(wc -l <"$work/out")" -gt 3000

# Names in any script: columns stay columns, files keep the names apart.
mkdir "$work/names"
names=("Äöß Été" "漢字の王" "キング" "Король «Икс»" $'e\xcc\x81e\xcc\x81 E' "♠♥")
for i in "${!names[@]}"; do sed "s/^name: .*/name: ${names[i]}/" "$argus" >"$work/names/$i.deck"; done
run deck import "$work/names" --out "$work/named"
files=$(cd "$work/named" && printf '%s ' *)
for file in aoss-ete 漢字の王 キング король-икс ee-e deck; do check "$file.deck in: $files" test -s "$work/named/$file.deck"; done
run matrix "$work/names" --games 2 --agent random
python3 - "$work/out" <<'P'
import re, sys, unicodedata
def columns(text): return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
rows = [line for line in open(sys.argv[1], encoding="utf-8") if re.match(r" *[1-6] .*CotA", line)]
ends = {columns(row[:row.index(" CotA")]) for row in rows} | {columns(row.rstrip()) for row in rows}
assert len(rows) == 6 and len(ends) == 2, (ends, rows)
P
check "columns beside names in any script" test $? == 0

# Every command that takes decks reads a table.
table "$work/small.csv" , 0
python3 - "$work/small.csv" <<'P'
import sys
rows = open(sys.argv[1], encoding="utf-8").read().splitlines(keepends=True)
open(sys.argv[1], "w", encoding="utf-8").write("".join(rows[:6]))
P
quick=(--agent random --games)
for command in "matrix ${quick[*]} 4" "arena --agent greedy ${quick[*]} 20 --decks" "bid ${quick[*]} 40" "train evaluation ${quick[*]} 20" \
  "usage ${quick[*]} 10" "gauntlet --field $argus ${quick[*]} 4" "soak --decisions 100" "train labels --games 2 --worlds 2 --parts 2 --decks 0 --out $work/labels"; do
  # shellcheck disable=SC2086
  run $command "$work/small.csv"
  check "five decks of a table: $command: exit code $code: $(head -c 300 "$work/err")" test $code == 0
done

# A deck with a card that nobody can play is refused with its name, wherever it is given.
sed '0,/^1 .*/s//1 Swift Current/' "$argus" >"$work/boss.deck"
for command in "deck check" "match $onyx" "matrix $onyx"; do
  # shellcheck disable=SC2086
  run $command "$work/boss.deck"
  check "a card of the Keyraken: $command" test $code == 2
  check "which card: $command" says "'Swift Current' is in no deck of two players"
done

finish

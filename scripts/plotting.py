"""What the scripts that draw results share. Needs matplotlib (Debian: python3-matplotlib)."""
import json
import pathlib
import sys

try:
    import matplotlib
except ImportError:
    sys.exit("matplotlib is missing (Debian: apt-get install python3-matplotlib, and run this with /usr/bin/python3)")

# Those of the HTML report: told apart with every kind of colour vision.
COLOURS = {"diverging": ["#9a3f06", "#e58a3c", "#f5f3ef", "#5fa3dc", "#14508f"], "line": "#14508f", "mark": "#b3500f"}
ENDINGS = (".pdf", ".svg", ".png")

matplotlib.use("Agg")
# Letters stay letters in PDF and SVG, and the same data give the same bytes.
matplotlib.rcParams.update({"pdf.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "archon", "axes.linewidth": 0.6})


def shortened(text, letters):
    return text if len(text) <= letters else text[: letters - 1].rstrip(" ,") + "\u2026"


def read_result(parser, path, keys):
    """The JSON object in a file, which must have these keys; otherwise the parser reports what is wrong (exit code 2)."""
    try:
        result = json.loads(sys.stdin.read() if path == "-" else pathlib.Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        parser.error(f"{path}: {error.strerror}")
    except ValueError as error:
        parser.error(f"{path}: this is no JSON: {error}")
    missing = [key for key in keys if not isinstance(result, dict) or key not in result]
    if missing:
        parser.error(f"{path}: {', '.join(missing)} missing (is this the JSON that the help names?)")
    return result


def save(parser, figure, path, result):
    """Writes the figure; its metadata name the command that made the data."""
    ending = pathlib.Path(path).suffix
    if ending not in ENDINGS:
        parser.error(f"{path}: the ending must be one of {', '.join(ENDINGS)}")
    provenance = result.get("provenance", {})
    title = f"archon {provenance.get('version', '')}: {provenance.get('command_line', '')}"
    metadata = {".pdf": {"Title": title, "CreationDate": None}, ".svg": {"Title": title, "Date": None}, ".png": {"Title": title}}
    try:
        figure.savefig(path, dpi=300, metadata=metadata[ending])
    except OSError as error:
        parser.error(f"{path}: {error.strerror}")

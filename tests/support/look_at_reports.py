"""What full_browser.sh has prepared, looked at in a browser:  look_at_reports.py PROGRAM PICTURES

In the current directory: games.pgn and whole.pgn with their reports (.html) and graphs (.svg), and
the boards board.svg and flipped.svg.  Which man stands where is asked of `PROGRAM diagram`.
"""
import re
import subprocess
import sys

from browser import Browser

PROGRAM, PICTURES = sys.argv[1], sys.argv[2]
MARGIN, SIDE, FILES, RANKS = 46, 100, 11, 10  # of a board's drawing
MEN = "[...document.querySelectorAll(`BOARD use`)].map(u => [u.dataset.square, u.getAttribute('href')," \
      " +u.getAttribute('x'), +u.getAttribute('y')])"
checks = failures = 0


def expect(got, wanted, what):
    global checks, failures
    checks += 1
    if got != wanted:
        failures += 1
        print(f"{what}: {got!r}, not {wanted!r}", file=sys.stderr)


# ---- Games ----

def read_games(name):
    """[(variant, FEN or None, moves)] of a PGN file without variations."""
    games = []
    with open(name, encoding="utf-8") as file:
        text = file.read()
    for part in re.split(r"\n\n(?=\[)", text.strip()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M))
        moves = re.sub(r"^\[.*\]$|\{[^}]*\}", " ", part, flags=re.M).split()
        moves = [m for m in moves if not re.fullmatch(r"\d+\.+|\*|1-0|0-1|1/2-1/2|\$\d+", m)]
        games.append((tags["Variant"], tags.get("FEN"), moves))
    return games


def fen_after(game, ply):
    variant, start, moves = game
    command = [PROGRAM, "diagram", "--variant", variant] + (["--fen", start] if start else [])
    command += ["--moves"] + moves[:ply] if ply else []
    picture = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return re.search("<title>(.*)</title>", picture).group(1)


def men_of(fen, flipped=False):
    """Sorted [square, drawing, x, y] of all men of a FEN."""
    men = []
    for row, line in enumerate(fen.split()[0].split("/")):
        file = 0
        for part in re.findall(r"\d+|\D", line):
            if part.isdigit():
                file += int(part)
                continue
            column, height = (FILES - 1 - file, RANKS - 1 - row) if flipped else (file, row)
            men.append(["abcdefghijk"[file] + str(RANKS - row), f"#{'w' if part.isupper() else 'b'}{part.upper()}",
                        MARGIN + SIDE * column, MARGIN + SIDE * height])
            file += 1
    return sorted(men)


# ---- The page ----

class Page:
    def __init__(self, browser, name):
        self.browser, self.name = browser, name
        self.games = read_games(name + ".pgn")
        self.fens = [[fen_after(game, i) for i in range(len(game[2]) + 1)] for game in self.games]
        self.flipped = False

    def open(self):
        self.browser.requests.clear()
        self.browser.open(self.name + ".html")
        expect(self.browser.ask("location.hash"), "", "address")
        self.flipped = False

    def expect_at(self, game, ply, what):
        """The page shows this position of this game."""
        what = f"{self.name}, game {game}, {what}, at {ply}"
        fen = self.fens[game][ply]
        shown, men, current, count, caption = self.browser.ask(
            "(() => { const moves = [...document.querySelectorAll('.game.shown .m')];"
            " return [document.querySelector('#fen input').value, " + MEN.replace("BOARD", "#board") + ","
            " moves.findIndex(m => m.getAttribute('aria-current')), document.querySelectorAll('[aria-current]').length,"
            " document.getElementById('caption').firstChild.textContent]; })()")
        expect(shown, fen, what + ": FEN")
        expect(sorted(men), men_of(fen, self.flipped), what + ": men")
        expect([current, count], [ply, 1], what + ": the move marked in the list")
        name = self.games[game][2][ply - 1] if ply else "Start"
        expect(re.sub(r"[?!]+$", "", caption).split()[-1], name, what + ": caption")
        marked = self.browser.ask("[...document.querySelectorAll('[data-mark]')].map(m => m.dataset.mark).length")
        expect(marked, 2 if ply else 0, what + ": squares marked")

    def step_through(self, game):
        last = len(self.games[game][2])
        self.browser.key("Home")
        for ply in range(last + 1):
            self.expect_at(game, ply, "by key")
            self.browser.key("ArrowRight")
        self.expect_at(game, last, "a key beyond the end")
        for ply in range(last - 1, max(-1, last - 8), -1):
            self.browser.key("ArrowLeft")
            self.expect_at(game, ply, "back by key")
        self.browser.key("Home")
        self.browser.key("ArrowLeft")
        self.expect_at(game, 0, "a key before the start")
        self.browser.key("End")
        self.expect_at(game, last, "key End")

    def click_through(self, game):
        last = len(self.games[game][2])
        for ply in list(range(0, last, 1 + last // 12)) + [last]:
            self.browser.click_on(f"document.querySelectorAll('.game.shown .m')[{ply}]")
            self.expect_at(game, ply, "by click")

    def press(self, button):
        self.browser.click_on(f"document.getElementById('{button}')")

    def use_buttons(self, game):
        last = len(self.games[game][2])
        self.press("first")
        self.expect_at(game, 0, "button first")
        self.press("forward")
        self.expect_at(game, min(1, last), "button forward")
        self.press("last")
        self.expect_at(game, last, "button last")
        self.press("back")
        self.expect_at(game, max(0, last - 1), "button back")
        for press in (lambda: self.press("flip"), lambda: self.browser.key("f")):
            press()
            self.flipped = not self.flipped
            self.expect_at(game, max(0, last - 1), "turned")

    def use_board_and_graph(self, game):
        last = len(self.games[game][2])
        self.browser.key("Home")
        self.browser.click_on("document.getElementById('board')", 0.9)
        self.expect_at(game, 1, "click on the right of the board")
        self.browser.click_on("document.getElementById('board')", 0.1)
        self.expect_at(game, 0, "click on the left of the board")
        for ply in range(1, last, 1 + last // 7):
            self.browser.click_on("document.querySelector('.game.shown .graph svg')", (ply + 0.1) / last)
            self.expect_at(game, ply, "click on the graph")

    def use_mistakes(self, game):
        marked = self.browser.ask("[...document.querySelectorAll('.game.shown .m')]"
                                  ".map((m, i) => m.dataset.p ? i : 0).filter(i => i)")
        self.browser.key("Home")
        for ply in marked:
            self.browser.key("m")
            self.expect_at(game, ply, "next mistake")
        moments = self.browser.ask("[...document.querySelectorAll('.game.shown .moments button')]"
                                   ".map(b => +b.dataset.ply)")
        expect(len(moments), min(4, len(marked)), "turning points")
        for i, ply in enumerate(moments):
            men = self.browser.ask(MEN.replace("BOARD", f".game.shown .moments button:nth-child({i + 1})"))
            fen = self.fens[game][ply - 1]
            expect(sorted(men), men_of(fen, fen.split()[1] == "b"), f"the turning point before {ply}")
            self.browser.click_on(f"document.querySelectorAll('.game.shown .moments button')[{i}]")
            self.expect_at(game, ply, "a turning point")

    def use_focus(self, game):
        """With the keyboard alone: the focus follows the arrows, Enter works."""
        self.browser.ask("document.querySelectorAll('.game.shown .m')[1].focus()")
        self.browser.key("Enter")
        self.expect_at(game, 1, "Enter")
        self.browser.key("ArrowRight")
        expect(self.browser.ask("document.activeElement.getAttribute('aria-current')"), "true", "the focus")
        expect(self.browser.ask("document.querySelectorAll('.game.shown .m[tabindex=\"0\"]').length"), 1, "tab stops")

    def expect_layout(self, width, height, phone, dark=False):
        """Nothing sticks out at the side; what is to be touched is large enough."""
        what = f"{self.name} on {width} x {height}"
        self.browser.screen(width, height, phone, dark)
        self.open()
        for _ in range(2):
            size = self.browser.ask("[document.documentElement.scrollWidth, innerWidth]")
            expect(size, [width, width], what + ": width")
            self.browser.ask("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        if len(self.games) == 1:
            small = self.browser.ask("[...document.querySelectorAll('#controls button, .m')].map(b =>"
                                     " b.getBoundingClientRect()).filter(b => b.width < 36 || b.height < 28).length")
            expect(small, 0, what + ": buttons that are too small")
            board = self.browser.ask("(b => [b.top >= 0, b.bottom <= innerHeight, b.width > 200])"
                                     "(document.getElementById('board').getBoundingClientRect())")
            expect(board, [True, True, True], what + ": the whole board is seen")

    def expect_quiet(self):
        expect([r for r in self.browser.requests if not r.endswith("/" + self.name + ".html")], [], "requests")
        expect(self.browser.complaints, [], "complaints")


def look_at_whole(browser):
    page = Page(browser, "whole")
    browser.screen(1280, 860)
    page.open()
    page.step_through(0)
    page.click_through(0)
    page.use_buttons(0)
    page.use_board_and_graph(0)
    page.use_mistakes(0)
    page.use_focus(0)
    for name, width, height, phone, dark in (
            ("desk", 1280, 860, False, False), ("desk-dark", 1280, 860, False, True),
            ("phone", 360, 740, True, False), ("phone-dark", 360, 740, True, True),
            ("phone-small", 320, 568, True, False), ("phone-lying", 740, 360, True, False),
            ("tablet", 800, 1100, True, False)):
        page.expect_layout(width, height, phone, dark)
        browser.picture(f"{PICTURES}/{name}-start.png")
        browser.key("m")
        page.flipped = False
        # The move that is shown stands in sight, below the board where that covers the list.
        sight = browser.ask("(() => { const m = document.querySelector('[aria-current]').getBoundingClientRect();"
                            " const e = document.elementFromPoint(m.left + 20, m.top + m.height / 2);"
                            " return !!e && !!e.closest('[aria-current]'); })()")
        expect(sight, True, name + ": the move is in sight")
        browser.picture(f"{PICTURES}/{name}.png")
        page.expect_quiet()
    browser.screen(1280, 860)
    page.open()
    browser.print(PICTURES + "/print.pdf")


def look_at_games(browser):
    page = Page(browser, "games")
    browser.screen(1000, 800)
    page.open()
    expect(browser.ask("document.title"), 'A <b> bold & "name".pgn', "title")
    rows = browser.ask("[...document.querySelectorAll('#index tbody tr')].map(r => r.cells[1].textContent"
                       " + '|' + r.cells[2].textContent)")
    expect(rows, ["<b>Gnu</b> & Co|</script><img src=x onerror=alert(1)>"] * len(page.games), "the list of games")
    expect(browser.ask("document.querySelectorAll('img, body > script ~ *, .game script').length"), 0, "strange elements")
    browser.picture(PICTURES + "/index.png")
    browser.click_on("document.querySelectorAll('#index tbody tr')[0].cells[3]")
    for game in range(len(page.games)):
        if game:
            page.press("next")
        page.expect_at(game, 0, "opened")
        page.step_through(game)
        page.click_through(game)
        page.use_buttons(game)
    expect(browser.ask("document.getElementById('next').disabled"), True, "no next game")
    page.press("previous")
    page.expect_at(len(page.games) - 2, 0, "the game before")
    browser.ask("location.hash = '#g1.3'")
    browser.wait_for("document.getElementById('g1').classList.contains('shown')")
    page.expect_at(0, 3, "by address")
    browser.ask("document.querySelector('#browse a').click()")
    browser.wait_for("getComputedStyle(document.querySelector('main')).display === 'none'")
    browser.ask("history.back()")
    browser.wait_for("getComputedStyle(document.querySelector('main')).display !== 'none'")
    page.expect_at(0, 3, "back from the list")
    for width in (360, 1000):
        page.expect_layout(width, 740, width < 600)
    browser.picture(PICTURES + "/index-wide.png")
    page.expect_quiet()


def look_at_pictures(browser):
    fen = fen_after(read_games("games.pgn")[0], 2)
    browser.screen(800, 740)
    for name, flipped in (("board", False), ("flipped", True)):
        browser.open(name + ".svg")
        expect(sorted(browser.ask(MEN.replace("BOARD", "svg"))), men_of(fen, flipped), name + ": men")
        # They are seen where they stand, with a drawing.
        empty = browser.ask("[...document.querySelectorAll('use')].map(u => u.getBoundingClientRect())"
                            ".filter(b => b.width < 20 || b.height < 20).length")
        expect(empty, 0, name + ": men without a drawing")
        browser.picture(f"{PICTURES}/{name}.png")
    browser.screen(1080, 560)
    browser.open("whole.svg")
    expect(browser.ask("document.querySelectorAll('polyline.path').length"), 1, "the curve")
    browser.picture(PICTURES + "/graph.png")
    expect(browser.complaints, [], "complaints about pictures")


def main():
    browser = Browser()
    try:
        look_at_whole(browser)
        look_at_games(browser)
        look_at_pictures(browser)
    finally:
        browser.close()
    print(f"{checks} checks in the browser, {failures} failures")
    return 1 if failures else 0


sys.exit(main())

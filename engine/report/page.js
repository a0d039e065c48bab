// Shows what the page says: each move names the squares it changed.  No rule of the game is known here.
"use strict";
(() => {
const SVG = "http://www.w3.org/2000/svg", FILES = 11, RANKS = 10, SIDE = 100, MARGIN = 46;
const WIDTH = FILES * SIDE + 2 * MARGIN, HEIGHT = RANKS * SIDE + 2 * MARGIN;
const MOMENTS = 4;
const root = document.documentElement;
const byId = id => document.getElementById(id);
const games = [...document.querySelectorAll(".game")];
let game = null, moves = [], boards = [], ply = 0, turned = false, arrows = true;

function add(parent, name, attributes, text) {
    const node = document.createElementNS(SVG, name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return parent.appendChild(node);
}
function addHtml(parent, name, text) {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    return parent.appendChild(node);
}

// ---- Drawing ----

const left = (file, flipped) => MARGIN + SIDE * (flipped ? FILES - 1 - file : file);
const top_ = (rank, flipped) => MARGIN + SIDE * (flipped ? rank : RANKS - 1 - rank);
function place(square, flipped) {
    return [left(square.charCodeAt(0) - 97, flipped), top_(+square.slice(1) - 1, flipped)];
}

function drawField(svg, flipped, letters) {
    let dark = "";
    for (let file = 0; file < FILES; file++)
        for (let rank = 0; rank < RANKS; rank++)
            if ((file + rank) % 2 === 0)
                dark += `M${left(file, flipped)} ${top_(rank, flipped)}h${SIDE}v${SIDE}h-${SIDE}z`;
    add(svg, "rect", {class: "frame", width: WIDTH, height: HEIGHT});
    add(svg, "rect", {class: "field", x: MARGIN, y: MARGIN, width: FILES * SIDE, height: RANKS * SIDE});
    add(svg, "path", {class: "dark", d: dark});
    if (!letters) return;
    for (let file = 0; file < FILES; file++)
        for (const y of [MARGIN / 2, HEIGHT - MARGIN / 2])
            add(svg, "text", {class: "letter", x: left(file, flipped) + SIDE / 2, y: y + 11},
                String.fromCharCode(97 + file));
    for (let rank = 0; rank < RANKS; rank++)
        for (const x of [MARGIN / 2, WIDTH - MARGIN / 2])
            add(svg, "text", {class: "letter", x: x, y: top_(rank, flipped) + SIDE / 2 + 11}, rank + 1);
}

function drawArrow(svg, from, to, flipped, style, bold) {
    const [x, y] = place(from, flipped).map(v => v + SIDE / 2);
    const [tx, ty] = place(to, flipped).map(v => v + SIDE / 2);
    const length = Math.hypot(tx - x, ty - y), ux = (tx - x) / length, uy = (ty - y) / length;
    const neck = length - 12 - 36 * bold, half = 7 * bold, wing = 21 * bold;
    const outline = [[22, half], [neck, half], [neck, wing], [length - 12, 0], [neck, -wing], [neck, -half], [22, -half]];
    const d = outline.map(([a, s]) => `${(x + a * ux + s * uy).toFixed(1)} ${(y + a * uy - s * ux).toFixed(1)}`);
    add(svg, "path", {class: style, d: `M${d.join("L")}z`});
}

// position: {men, move, check}; arrowList: [from, to, style].
function draw(svg, position, flipped, letters, arrowList) {
    svg.replaceChildren();
    svg.setAttribute("viewBox", letters ? `0 0 ${WIDTH} ${HEIGHT}`
        : `${MARGIN - 8} ${MARGIN - 8} ${FILES * SIDE + 16} ${RANKS * SIDE + 16}`);
    drawField(svg, flipped, letters);
    for (const square of position.move) {
        const [x, y] = place(square, flipped);
        add(svg, "rect", {class: "mark", x: x, y: y, width: SIDE, height: SIDE, "data-mark": square});
    }
    if (position.check) {
        const [x, y] = place(position.check, flipped);
        add(svg, "rect", {class: "check", x: x + 5, y: y + 5, width: SIDE - 10, height: SIDE - 10, rx: 10});
    }
    for (const [square, man] of position.men) {
        const [x, y] = place(square, flipped), upper = man.toUpperCase();
        add(svg, "use", {href: `#${man === upper ? "w" : "b"}${upper}`, x: x, y: y, "data-square": square});
    }
    for (const [from, to, style] of arrowList) drawArrow(svg, from, to, flipped, style, letters ? 1 : 1.5);
    if (letters) {
        const below = (position.side === "w") !== flipped;
        add(svg, "circle", {class: `turn ${position.side}`, cx: WIDTH - MARGIN / 2,
            cy: below ? HEIGHT - MARGIN / 2 : MARGIN / 2, r: 11});
    }
}

// ---- A game's positions ----

// All of them, from the squares that each move changed.
function readPositions(list) {
    const men = new Map();
    return list.map((move, i) => {
        const changed = [...move.dataset.d.matchAll(/([a-k]\d+)(\D)/g)];
        for (const [, square, man] of changed)
            if (man === ".") men.delete(square); else men.set(square, man);
        return {men: new Map(men), move: i === 0 ? [] : changed.slice(0, 2).map(c => c[1]),
            check: move.dataset.c, side: move.dataset.s[0]};
    });
}
const squaresOf = text => text.match(/[a-k]\d+/g);

function fen(position, rest) {
    const rows = [];
    for (let rank = RANKS; rank > 0; rank--) {
        let row = "", empty = 0;
        for (let file = 0; file < FILES; file++) {
            const man = position.men.get(String.fromCharCode(97 + file) + rank);
            if (!man) { empty++; continue; }
            row += (empty || "") + man;
            empty = 0;
        }
        rows.push(row + (empty || ""));
    }
    return `${rows.join("/")} ${rest}`;
}

// ---- Showing a position ----

// "12... Wd3??", "Start".
function nameOf(i) {
    const text = moves[i].querySelector("b").textContent;
    if (i === 0) return text;
    const number = moves[i].closest("li").querySelector(".n").textContent;
    return number + (boards[i].side === "w" ? ".. " : " ") + text;
}

function showWords(facts) {
    const score = moves[ply].querySelector("i"), caption = byId("caption");
    caption.replaceChildren(nameOf(ply));
    if (score) addHtml(caption, "i", score.textContent);
    if (facts.p) addHtml(caption, "i", `${(facts.p / 1000).toFixed(2)} lost`);
    byId("line").textContent = facts.l ? `Best: ${facts.l}` : "";
    byId("fen").lastElementChild.value = fen(boards[ply], facts.s);
    byId("board").setAttribute("aria-label", `Board after ${nameOf(ply)}`);
}

function showBar(points) {
    const bar = byId("bar");
    bar.classList.toggle("turned", turned);
    bar.classList.toggle("unknown", points === undefined);
    bar.firstElementChild.style.height = `${points === undefined ? 50 : points / 10}%`;
}

function showCursor() {
    const x = moves.length > 1 ? 1000 * ply / (moves.length - 1) : 0;
    const svg = game.querySelector(".graph svg");
    const cursor = svg.querySelector(".cursor") || add(svg, "line", {class: "cursor", y1: 0, y2: 200});
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
}

// The move stands where it can be seen, not behind the board of a phone.
function reveal(move) {
    const view = byId("view"), over = getComputedStyle(game.parentElement.parentElement).display === "block";
    const covered = over && getComputedStyle(view).position === "sticky" ? view.offsetHeight : 0;
    const box = move.getBoundingClientRect(), low = innerHeight - 40;
    if (box.top < covered + 8 || box.bottom > low)
        scrollBy(0, box.top - (covered + (innerHeight - covered) / 3));
}

function address(text) {
    try { history.replaceState(null, "", text); } catch (_) { /* a page within a page has no address */ }
}

function unmark() {
    moves[ply].removeAttribute("aria-current");
    moves[ply].tabIndex = -1;
}

function show(i, quiet) {
    const typed = document.activeElement && document.activeElement.classList.contains("m");
    unmark();
    ply = Math.max(0, Math.min(i, moves.length - 1));
    const move = moves[ply], facts = move.dataset;
    move.setAttribute("aria-current", "true");
    move.tabIndex = 0;
    draw(byId("board"), boards[ply], turned, true,
        arrows && facts.b ? [[...squaresOf(facts.b), "best"]] : []);
    showWords(facts);
    showBar(facts.w);
    showCursor();
    if (typed) move.focus({preventScroll: true});
    if (quiet) return;
    reveal(move);
    address(`#${game.id}.${ply}`);
}

// ---- Where most was lost ----

function addMoments() {
    const lost = moves.map((move, i) => [+(move.dataset.p || 0), i]).filter(l => l[0] > 0)
        .sort((a, b) => b[0] - a[0]).slice(0, MOMENTS).sort((a, b) => a[1] - b[1]);
    if (lost.length === 0 || game.querySelector(".moments")) return;
    const section = addHtml(game, "section");
    section.className = "moments";
    addHtml(section, "h3", "Turning points");
    addHtml(section, "p", "Red: played. Green: better.").className = "note";
    const grid = addHtml(section, "div");
    for (const [points, i] of lost) {
        const button = addHtml(grid, "button"), better = moves[i - 1].dataset;
        const list = [[...boards[i].move, "played"]];
        if (better.b) list.push([...squaresOf(better.b), "best"]);
        button.dataset.ply = i;
        draw(add(button, "svg", {"aria-hidden": "true"}), {...boards[i - 1], move: []}, boards[i].side === "w",
            false, list);
        addHtml(button, "b", nameOf(i));
        button.append(` lost ${(points / 1000).toFixed(2)}`);
        button.className = moves[i].className.replace("m ", "");
    }
}

// ---- Games ----

function openGame(number, i) {
    if (game) {
        game.classList.remove("shown");
        unmark();
    }
    game = games[number];
    game.classList.add("shown");
    moves = [...game.querySelectorAll(".m")];
    boards = readPositions(moves);
    for (const move of moves) move.tabIndex = -1;
    ply = 0;
    addMoments();
    byId("previous").disabled = number === 0;
    byId("next").disabled = number === games.length - 1;
    show(i, true);
}

function openAddress() {
    const [, number, i] = location.hash.match(/^#g(\d+)(?:\.(\d+))?$/) || [];
    const at = number ? +number - 1 : games.length === 1 ? 0 : -1;
    root.dataset.view = games[at] ? "game" : "index";
    if (!games[at]) return;
    if (games[at] !== game) {
        openGame(at, +(i || 0));
        scrollTo(0, 0);
    } else {
        show(+(i || 0), true);
    }
}

function browse(step) {
    location.hash = `#g${games.indexOf(game) + step + 1}`;
}

// ---- What the user does ----

function nextMistake() {
    const at = moves.findIndex((move, i) => i > ply && move.dataset.p);
    show(at >= 0 ? at : Math.max(0, moves.findIndex(move => move.dataset.p)));
}
function turn() {
    turned = !turned;
    show(ply, true);
}
function toggleArrow() {
    arrows = !arrows;
    byId("arrow").setAttribute("aria-pressed", arrows);
    show(ply, true);
}
const ACTIONS = {
    first: () => show(0), back: () => show(ply - 1), forward: () => show(ply + 1),
    last: () => show(moves.length - 1), mistake: nextMistake, flip: turn, arrow: toggleArrow,
};
const KEYS = {
    Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last", m: "mistake", f: "flip", b: "arrow",
};

document.addEventListener("keydown", event => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const other = event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "INPUT";
    if (other || !game || root.dataset.view !== "game" || !Object.hasOwn(KEYS, key)) return;
    event.preventDefault();
    ACTIONS[KEYS[key]]();
});
for (const id in ACTIONS) byId(id).addEventListener("click", ACTIONS[id]);
byId("arrow").setAttribute("aria-pressed", arrows);
byId("previous").addEventListener("click", () => browse(-1));
byId("next").addEventListener("click", () => browse(1));
byId("board").addEventListener("click", event => {
    const box = byId("board").getBoundingClientRect();
    show(ply + (event.clientX < box.left + box.width / 2 ? -1 : 1));
});
byId("games").addEventListener("click", event => {
    const move = event.target.closest(".m"), moment = event.target.closest(".moments button");
    if (move) show(moves.indexOf(move));
    if (moment) show(+moment.dataset.ply);
});
for (const graph of document.querySelectorAll(".graph")) {
    const jump = event => {
        const box = graph.getBoundingClientRect();
        show(Math.round((event.clientX - box.left) / box.width * (moves.length - 1)), true);
    };
    graph.addEventListener("pointerdown", jump);
    graph.addEventListener("pointermove", event => { if (event.buttons & 1) jump(event); });
}
byId("index").addEventListener("click", event => {
    const row = event.target.closest("tbody tr");
    if (row) location.hash = row.querySelector("a").hash;
});
addEventListener("hashchange", openAddress);

root.classList.add("js");
if (games.length !== 1) root.classList.add("many");
openAddress();
})();

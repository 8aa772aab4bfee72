/** A cell as nearly every program writes it, read at a glance. */
export type PlainCell = {
  /** 0-based. */
  column: number;
  type: string;
  style: string;
  /** With its entities. */
  value: string;
  /** Position behind the cell. */
  end: number;
};

const [A, Z, ZERO, NINE, QUOTE, GREATER] = [0x41, 0x5a, 0x30, 0x39, 0x22, 0x3e];
const [BLANK, AMPERSAND, LESS] = [0x20, 0x26, 0x3c];
const MAX_LETTERS = 3;
/** `inlineStr`, and numbers of styles. */
const MAX_ATTRIBUTE = 16;

/**
 * Reads `<c r="B7" s="2" t="inlineStr"><is><t>…</t></is></c>` or its like with `<v>…</v>` as one
 * piece: a sheet has millions of them, and tag by tag they take three times as long.
 * @param cell filled in; one for all cells, so that none is made
 * @returns false for what looks any other way or is unfinished: it is read tag by tag
 */
export function readPlainCell(xml: string, at: number, cell: PlainCell): boolean {
  if (!xml.startsWith('<c r="', at)) return false;
  let next = at + 6;
  const letters = next;
  let column = 0;
  for (let code = xml.charCodeAt(next); code >= A && code <= Z; code = xml.charCodeAt((next += 1)))
    column = column * 26 + (code - A + 1);
  if (next === letters || next - letters > MAX_LETTERS) return false;
  for (let code = xml.charCodeAt(next); code >= ZERO && code <= NINE;) code = xml.charCodeAt((next += 1));
  if (xml.charCodeAt(next) !== QUOTE) return false;
  next += 1;
  cell.column = column - 1;
  cell.style = '';
  cell.type = 'n';
  if (xml.startsWith(' s="', next)) {
    const end = shortEnd(xml, next + 4);
    if (end === -1) return false;
    cell.style = xml.slice(next + 4, end);
    next = end + 1;
  }
  if (xml.startsWith(' t="', next)) {
    const end = shortEnd(xml, next + 4);
    if (end === -1) return false;
    cell.type = xml.slice(next + 4, end);
    next = end + 1;
  }
  if (xml.charCodeAt(next) !== GREATER) return false;
  return (
    readValue(xml, next + 1, '<v>', '</v></c>', cell) || readValue(xml, next + 1, '<is><t>', '</t></is></c>', cell)
  );
}

/** Where a short attribute ends that says what it holds; -1 for any other, and an unfinished one. */
function shortEnd(xml: string, from: number): number {
  for (let at = from; at < from + MAX_ATTRIBUTE; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === AMPERSAND || code === LESS || code < BLANK) return -1;
  }
  return -1;
}

function readValue(xml: string, at: number, opening: string, closing: string, cell: PlainCell): boolean {
  if (!xml.startsWith(opening, at)) return false;
  const start = at + opening.length;
  const end = xml.indexOf('<', start);
  if (end === -1 || !xml.startsWith(closing, end)) return false;
  cell.value = xml.slice(start, end);
  cell.end = end + closing.length;
  return true;
}

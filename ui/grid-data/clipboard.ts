import { readTable, type TableCell } from './table-cells.ts';

/** Cells to and from the clipboard, as spreadsheet programs and web pages put them there. */
interface ClipboardText {
  text?: string | undefined;
  html?: string | undefined;
}

/** Programs whose plain text is exact; their HTML rounds and wraps what the text says. */
const SPREADSHEET =
  /urn:schemas-microsoft-com:office|ProgId content=["']?(?:Excel|ET)\.Sheet|google-sheets-html-origin/i;
const CONTROL = /[\p{Cc}--[\t\n]]/gv;

/**
 * The rows of cells on a clipboard; [] when there is nothing. A table of a web page is read from
 * its HTML, because its plain text loses joined cells; anything else from the plain text.
 */
export function parseClipboard({ text = '', html = '' }: ClipboardText): string[][] {
  const isPage = html !== '' && (text === '' || !SPREADSHEET.test(html.slice(0, 5000)));
  const table = isPage ? tableOf(html) : null;
  return table ? readTable(table) : parseTabbed(text);
}

/** A copied cell that stands behind an apostrophe, as it was typed; null for any other text. */
export function asTyped(text: string): string | null {
  const [[cell = ''] = []] = parseTabbed(text);
  return text.replace(/\r?\n$/, '') === `'${cell}` ? cell : null;
}

/**
 * Tab-separated text as spreadsheets write it: a cell with a tab, a line break or a quote at its
 * start stands in quotes, its own quotes doubled. A quote elsewhere is a quote (`5" pipe`), and so
 * are quotes around a cell that needs none: a spreadsheet does not add those.
 */
function parseTabbed(given: string): string[][] {
  const text = given.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '');
  if (text === '') return [];
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : null;
    const end = quoted?.end ?? endOfPlain(text, at);
    row.push(restored(quoted?.cell ?? text.slice(at, end)));
    at = end + 1;
    if (text[end] === '\t') continue;
    rows.push(row);
    row = [];
    if (at === text.length) break;
  }
  return rows;
}

function endOfPlain(text: string, from: number): number {
  const line = text.indexOf('\n', from);
  const end = line < 0 ? text.length : line;
  const tab = text.indexOf('\t', from);
  return tab < 0 || tab > end ? end : tab;
}

function quotedAt(text: string, from: number): { cell: string; end: number } | null {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return null;
    const after = text[at + 1];
    if (after === '"') continue;
    if (after !== undefined && after !== '\t' && after !== '\n') return null;
    const inside = text.slice(from + 1, at);
    if (!/["\t\n]/.test(inside)) return null;
    return { cell: inside.replaceAll('""', '"'), end: at + 1 };
  }
}

/**
 * Cells as text and as a table for programs that take HTML. Control characters are dropped. What a
 * spreadsheet would run stands in the text behind an apostrophe, as in our sheets; the table has a format
 * that says the same.
 * @param isText what a spreadsheet is to keep as it stands, beside what it must never take for anything else
 */
export function printClipboard(
  cells: readonly (readonly string[])[],
  isText: (cell: string, column: number) => boolean = () => false,
): {
  text: string;
  html: string;
} {
  const clean = cells.map((row) => row.map((cell) => cell.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '')));
  const text = clean.map((row) => `${row.map((cell) => quotedCell(harmless(cell))).join('\t')}\r\n`).join('');
  const html = clean
    .map((row) => `<tr>${row.map((cell, at) => htmlCell(cell, isText(cell, at))).join('')}</tr>`)
    .join('');
  return { text, html: `<meta charset="utf-8"><table>${html}</table>` };
}

const quotedCell = (cell: string): string => (/^"|[\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * What a spreadsheet would take for a formula: behind a minus all but a plain number (`-1+cmd|…` is one
 * too), whatever blanks stand before it. One that is harmless already gets a further apostrophe, so that
 * exactly what was copied is read back.
 */
const FORMULA = /^['\s]*(?:[=+@]|-(?![\d,.]+%?\s*$))/;

const harmless = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

const restored = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

/** Codes a spreadsheet would take for numbers (00123, 16 digits and more), or for formulas, stay texts. */
const needsTextMark = (cell: string): boolean => /^\s*(?:0\d+|\d{16,})$/.test(cell) || FORMULA.test(cell);
const TEXT_FORMAT = ` style="mso-number-format:'\\@'"`;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
};

const htmlCell = (cell: string, isText: boolean): string =>
  `<td${isText || needsTextMark(cell) ? TEXT_FORMAT : ''}>${cell.replaceAll(/[&<>"\n]/g, (sign) => ENTITIES[sign] as string)}</td>`;

/** The first table of a page; nothing in it runs or is fetched. */
function tableOf(html: string): TableCell[][] | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  return [...table.rows].map((row) =>
    [...row.cells].map((cell) => ({
      text: shownText(cell).replaceAll(CONTROL, ''),
      rowSpan: cell.rowSpan,
      colSpan: cell.colSpan,
    })),
  );
}

const BLOCKS = new Set(['P', 'DIV', 'LI']);
const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE']);

/** The text of a cell as it is shown: blanks of the source are one, `<br>` and blocks are lines. */
function shownText(cell: Element): string {
  const text = [...cell.childNodes].map(sourceText).join('');
  return text
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();
}

function sourceText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').replaceAll(/\s+/g, ' ');
  if (node.nodeType !== Node.ELEMENT_NODE || UNSEEN.has(node.nodeName)) return '';
  if (node.nodeName === 'BR') return '\n';
  const inside = [...node.childNodes].map(sourceText).join('');
  return BLOCKS.has(node.nodeName) && node.previousSibling ? `\n${inside}` : inside;
}

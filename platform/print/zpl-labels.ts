import { PrintError } from './print-error.ts';
import { forbiddenIn, withoutSettings } from './zpl-commands.ts';

/** Where a ZPL file may begin: a command, or the prefix that drivers of Zebra set (`CT~~CD,~CC^~CT~`). */
// eslint-disable-next-line no-control-regex
const BEGINS = /^[\s\u0000\u0010]*(?:CT~|[\^~])/;
const FORMAT = /\^XA.*?\^XZ/gis;
/** Commands that leave ink on the label; a format without one sets up the printer, or stores what others recall. */
const PRINTS = /\^(?:F[DVN]|GF|G[BCDES]|XG|XF|IM|IL)/i;
/** What is stored under a name is recalled by another format. */
const STORES = /\^DF/i;

// ZPL is bytes: graphics stand between its commands, so each of them is kept as it came.
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Whether bytes are meant for a Zebra printer; they may still be cut off. */
export function isZpl(bytes: Uint8Array): boolean {
  const text = textOf(bytes.subarray(0, 4096));
  return BEGINS.test(text) && (/\^XA/i.test(text) || text.startsWith('~'));
}

/**
 * Each label of a ZPL file as a file of its own, in order. What sets up the printer before the first (fonts,
 * graphics, darkness) stands before each, so that one prints alone what it printed among the others.
 * @throws PrintError where nothing in it prints, its last label is cut off, or it would reset or set up a printer
 */
export function splitZpl(bytes: Uint8Array): Uint8Array[] {
  const text = textOf(bytes);
  const forbidden = forbiddenIn(text);
  if (forbidden.length > 0) throw new PrintError('printer_commands', commandsMessage(forbidden));
  const labels: string[] = [];
  let shared = '';
  let before = '';
  let end = 0;
  const setUp = (part: string): void => {
    if (part.trim() === '') return;
    if (labels.length === 0) shared += part;
    else before += part;
  };
  for (const match of text.matchAll(FORMAT)) {
    setUp(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (PRINTS.test(match[0]) && !STORES.test(match[0])) {
      labels.push(shared + before + match[0]);
      before = '';
    } else setUp(match[0]);
  }
  const rest = text.slice(end);
  if (labels.length === 0 || /\^XA/i.test(rest)) throw new PrintError('damaged', 'ZPL 已损坏，没有完整的面单');
  labels[labels.length - 1] += before + rest;
  return labels.map(bytesOf);
}

const commandsMessage = (names: readonly string[]): string =>
  `ZPL 里有重置或改设打印机的指令（${names.slice(0, 8).join('、')}），请换一份只有面单的文件`;

/** A ZPL file as it is kept: without the settings of a printer that its driver wrote. */
export function plainZpl(bytes: Uint8Array): Uint8Array {
  const text = textOf(bytes);
  const plain = withoutSettings(text);
  return plain === text ? bytes : bytesOf(plain);
}

/** What stands in the fields of a ZPL file, in texts and bars: numbers among it, with the signs of Code 128 left out. */
export const zplFields = (bytes: Uint8Array): string[] =>
  [...textOf(bytes).matchAll(/\^F[DV](.*?)(?=\^|$)/gis)].map((match) => (match[1] ?? '').replace(/>[0-9:;<=>?]/g, ''));

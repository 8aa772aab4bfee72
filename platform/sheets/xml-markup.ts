import { SheetError } from './sheet-error.ts';

export type XmlAttributes = Record<string, string | undefined>;

/** A start tag as it stands in a text. */
type StartTag = {
  name: string;
  attributes: XmlAttributes;
  /** It is its own end tag. */
  isEmpty: boolean;
  /** Position behind it. */
  end: number;
};

const [TAB, LINE, RETURN, BLANK] = [0x09, 0x0a, 0x0d, 0x20];
const [DOUBLE, SINGLE, SLASH, LESS, EQUALS, GREATER] = [0x22, 0x27, 0x2f, 0x3c, 0x3d, 0x3e];

/**
 * Reads a start tag from its name on.
 * @returns null while it is unfinished
 * @throws SheetError `unreadable` for what is no tag
 */
export function attributesOf(xml: string, from: number): StartTag | null {
  const named = nameEnd(xml, from);
  if (named === xml.length) return null;
  if (named === from) throw damaged();
  const name = xml.slice(from, named);
  if (!isName(name)) throw damaged();
  const attributes = Object.create(null) as XmlAttributes;
  for (let at = named; ;) {
    const start = blankEnd(xml, at);
    const code = xml.charCodeAt(start);
    if (code === GREATER) return { name, attributes, isEmpty: false, end: start + 1 };
    if (code === SLASH) {
      if (start + 1 === xml.length) return null;
      if (xml.charCodeAt(start + 1) !== GREATER) throw damaged();
      return { name, attributes, isEmpty: true, end: start + 2 };
    }
    if (start === xml.length) return null;
    // Attributes are apart from each other and from the name.
    if (start === at) throw damaged();
    const end = readAttribute(xml, start, attributes);
    if (end === -1) return null;
    at = end;
  }
}

/** Adds one attribute. @returns where it ends, -1 while it is unfinished */
function readAttribute(xml: string, start: number, attributes: XmlAttributes): number {
  const end = nameEnd(xml, start);
  const equals = blankEnd(xml, end);
  if (equals === xml.length) return -1;
  if (end === start || xml.charCodeAt(equals) !== EQUALS) throw damaged();
  const quote = blankEnd(xml, equals + 1);
  if (quote === xml.length) return -1;
  const mark = xml.charCodeAt(quote);
  if (mark !== DOUBLE && mark !== SINGLE) throw damaged();
  const close = xml.indexOf(mark === DOUBLE ? '"' : "'", quote + 1);
  if (close === -1) return -1;
  const key = xml.slice(start, end);
  const value = xml.slice(quote + 1, close);
  if (!isName(key) || value.includes('<') || Object.hasOwn(attributes, key)) throw damaged();
  attributes[key] = plainText(BREAK.test(value) ? withLines(value).replaceAll(/[\t\n]/g, ' ') : value);
  return close + 1;
}

const isBlank = (code: number): boolean => code === BLANK || code === LINE || code === TAB || code === RETURN;

function blankEnd(xml: string, from: number): number {
  let at = from;
  while (isBlank(xml.charCodeAt(at))) at += 1;
  return at;
}

/** Where a name ends; the end of the text when it may go on. */
function nameEnd(xml: string, from: number): number {
  let at = from;
  for (; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === GREATER || code === SLASH || code === EQUALS || isBlank(code)) break;
    if (code === LESS || code === DOUBLE || code === SINGLE) throw damaged();
  }
  return at;
}

const PLAIN_NAME = /^[A-Za-z_:][\w:.-]*$/;
/** XML 1.0, productions 4 and 4a: what a name may begin with, and what else may follow. */
const FIRST =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d' +
  '\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const LATER = '.\\d\\u00b7\\u0300-\\u036f\\u203f\\u2040-';
const NAME = new RegExp(`^[${FIRST}][${FIRST}${LATER}]*$`, 'u');

/** Whether a text may name an element or an attribute. */
export const isName = (text: string): boolean => PLAIN_NAME.test(text) || NAME.test(text);

/** In an attribute each of them is a blank. */
const BREAK = /[\t\r\n]/;
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([0-9A-Fa-f]+));|&/g;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** What a document may name: no control characters, no halves of pairs. */
const isCharacter = (code: number): boolean =>
  (code >= BLANK && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code <= 0x10_ffff) ||
  code === TAB ||
  code === LINE ||
  code === RETURN;

/** A text with its line ends as `\n`. */
export const withLines = (raw: string): string => (raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw);

/** The text between two tags, as `plainText`. @throws SheetError for the end of a section too */
export function contentText(raw: string): string {
  // One character is found much faster than three, and most texts have none.
  if (raw.includes(']') && raw.includes(']]>')) throw damaged();
  return plainText(raw);
}

/** A text with its entities resolved and its line ends as `\n`. @throws SheetError for others */
export function plainText(raw: string): string {
  const lines = withLines(raw);
  if (!lines.includes('&')) return lines;
  return lines.replaceAll(ENTITY, (_all, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name] as string;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (!isCharacter(code)) throw damaged();
    return String.fromCodePoint(code);
  });
}

const damaged = (): SheetError => new SheetError('unreadable', '文件已损坏，无法读取');

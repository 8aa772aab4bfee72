/**
 * Which commands of a ZPL file are none of a label: they reset, reconfigure, question or erase the printer that reads
 * them (ZPL II Programming Guide). A label prints the same without them.
 */

/**
 * What drivers write before each label: a setting that lasts (darkness, tear-off, sensors, saved with ^JU). It is cut
 * out, and the printer stays as its owner has set it.
 */
const SETTINGS = ['~SD', '~TA', '~JS', '^JS', '^JU'];

/**
 * What has no place in a file that anybody else made: reset and power (~JR, ~JP), queue (~JA, ~JX), memory (^JB, ~EG,
 * ^TO), calibration, password and clock (^KP, ^ST), network (^N, ~N, ^W), set-up by field (^S), questions to the
 * printer (~H), firmware, other prefixes (^CC). Objects of the file's own are deleted by it all the same (^ID).
 */
const FORBIDDEN: readonly RegExp[] = [
  /^[\^~]J[A-LN-RTV-Z]$/,
  /^[\^~]K[BDLNPV]$/,
  /^[\^~]N[A-Z]$/,
  /^\^S[CEILPQRSTXZ]$/,
  /^~(?:PH|PL|PM|PS|RO|PR)$/,
  /^[\^~]W[A-Z]$/,
  /^[\^~]H[A-Z]$/,
  /^[\^~]EG$/,
  /^\^(?:TO|MA|MP|MW|RO|EF)$/,
  /^~D[BNSTUE]$/,
  /^[\^~]C[CDT]$/,
];
/** Scripts that Zebra printers run beside ZPL. */
const SCRIPT = /(?:^|[\s\u0000-\u001f])!\s*U1?\s+(?:setvar|getvar|do)\b/i; // eslint-disable-line no-control-regex

/** A command, with what follows it up to the next one. Printers pass over line breaks within it. */
const COMMAND = /([\^~])[\r\n]*([A-Za-z])[\r\n]*([A-Za-z0-9@])([^~^]*)/g;
/** Graphics that are sent as bytes, and how many: nothing in them is a command. */
const BINARY = /\^GF[BC],(\d+),|~DY[^,~^]*,[BPC],[^,~^]*,(\d+),[^,~^]*,/gi;
/** The prefixes that everybody uses, said once more at the start of a driver's file. */
const SAME_PREFIXES = /^(?:\^CC\^|~CC\^|\^CT~|~CT~|\^CD,|~CD,)/i;

/** Cuts a text in what commands may stand in, at even places, and the bytes of graphics between. */
function apart(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(BINARY)) {
    const from = match.index + match[0].length;
    if (match.index < start) continue;
    const to = /^\^/.test(match[0]) ? pastGraphic(text, from, Number(match[1])) : from + Number(match[2]);
    parts.push(text.slice(start, from), text.slice(from, to));
    start = to;
  }
  return [...parts, text.slice(start)];
}

/** Behind the count of bytes stand the size of the graphic and of its rows, then that many bytes. */
function pastGraphic(text: string, from: number, count: number): number {
  const head = /^\d*,\d*,/.exec(text.slice(from, from + 30))?.[0].length ?? 0;
  return from + head + count;
}

/**
 * A ZPL file without the settings that its driver wrote, as bytes of ISO 8859-1.
 */
export const withoutSettings = (text: string): string =>
  apart(text)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(COMMAND, (whole, prefix: string, first: string, second: string) =>
            SETTINGS.includes(nameOf(prefix, first, second)) ? (/[\r\n]+$/.exec(whole)?.[0] ?? '') : whole,
          ),
    )
    .join('');

const nameOf = (prefix: string, first: string, second: string): string => `${prefix}${first}${second}`.toUpperCase();

/** The commands of a ZPL file that are none of a label and that no label is printed with, as they are written. */
export function forbiddenIn(text: string): string[] {
  const open = apart(text).filter((_, at) => at % 2 === 0);
  const own = new Set(open.flatMap((part) => [...part.matchAll(STORES)].map((match) => objectOf(match[1]))));
  const found = new Set<string>();
  for (const part of open) {
    if (SCRIPT.test(part)) found.add('! U1');
    for (const match of part.matchAll(COMMAND)) {
      const name = nameOf(match[1] ?? '', match[2] ?? '', match[3] ?? '');
      const isOwn = name === '^ID' && own.has(objectOf(match[4]));
      const isForbidden = name === '^ID' ? !isOwn : FORBIDDEN.some((form) => form.test(name));
      if (isForbidden && !isPrefix(part.slice(match.index))) found.add(name);
    }
  }
  return [...found];
}

/** ~CC^ and the like change nothing; the sign that they name is read as the start of the next command. */
const isPrefix = (text: string): boolean => SAME_PREFIXES.test(text);

/** What stores a graphic or a format under a name. */
const STORES = /(?:~DG|~DY|\^DF|\^IS)([^,~^\r\n]*)/gi;

/** A name with its memory, R where none is said; forms of all names (`*`) are nobody's own. */
function objectOf(message: string | undefined): string {
  const name = (message ?? '')
    .trim()
    .toUpperCase()
    .replace(/\.\w*$/, '');
  return name.includes('*') || name === '' ? '' : /^[A-Z]:/.test(name) ? name : `R:${name}`;
}

/** How a number format writes a number, where that differs from its plain digits. */
export type NumberFace = (plain: string) => string | null;

const LITERAL = /"([^"]*)"|\\(.)|([-() /:])/y;
const MOST_PLACES = 40;

/**
 * The face of a format of zeros and fixed signs such as `00000`, `00000-0000`, `"PO-"0000` or `0.00`:
 * codes in number cells are read by it as they are seen. null for every other format. An answer of null
 * says that the format would cut digits off.
 */
export function numberFace(code: string): NumberFace | null {
  const [positive = ''] = code.split(';');
  const pieces = piecesOf(positive.replace(/\[\$?-?[0-9a-f-]*\]/gi, ''));
  if (!pieces) return null;
  const whole = pieces.whole.filter((piece) => piece === ZERO).length;
  const hasSigns = pieces.whole.some((piece) => piece !== ZERO) || pieces.behind !== '';
  if (whole === 0 || (whole === 1 && pieces.places === 0 && !hasSigns)) return null;
  return (plain) => faceOf(plain, pieces, whole);
}

const ZERO = Symbol('digit');

interface Pieces {
  /** Digits and signs before the point. */
  whole: (typeof ZERO | string)[];
  places: number;
  /** Signs behind the last digit of a fraction. */
  behind: string;
}

function piecesOf(code: string): Pieces | null {
  const whole: Pieces['whole'] = [];
  let places = 0;
  let behind = '';
  let hasPoint = false;
  for (let at = 0; at < code.length;) {
    LITERAL.lastIndex = at;
    const literal = LITERAL.exec(code);
    if (literal) {
      const sign = literal[1] ?? literal[2] ?? literal[3] ?? '';
      if (hasPoint) behind += sign;
      else whole.push(sign);
      at = LITERAL.lastIndex;
      continue;
    }
    const sign = code[at];
    at += 1;
    if (sign === '.' && !hasPoint) hasPoint = true;
    else if (sign !== '0' || behind !== '') return null;
    else if (hasPoint) places += 1;
    else whole.push(ZERO);
    if (whole.length + places > MOST_PLACES) return null;
  }
  return { whole, places, behind };
}

function faceOf(plain: string, { whole, places, behind }: Pieces, count: number): string | null {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(plain);
  if (!parts) return null;
  const [, digits = '', fraction = ''] = parts;
  if (fraction.length > places) return null;
  const padded = digits.padStart(count, '0');
  // What is longer than its places stands before the first of them.
  let next = padded.length - count;
  let isFirst = true;
  const shown = whole.map((piece) => {
    if (piece !== ZERO) return piece;
    const own = isFirst ? padded.slice(0, next + 1) : padded.charAt(next);
    isFirst = false;
    next += 1;
    return own;
  });
  const rest = places > 0 ? `.${fraction.padEnd(places, '0')}` : '';
  return `${shown.join('')}${rest}${behind}`;
}

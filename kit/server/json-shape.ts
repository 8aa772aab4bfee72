/** Deeper than anything that a form, a grid or a saved query is made of. */
export const MOST_DEPTH = 32;
/** Names of one object: no row has so many fields. */
export const MOST_NAMES = 1_000;
/** Values of one body: five thousand rows of fifty cells. */
export const MOST_JSON_VALUES = 250_000;

type JsonFault = 'deep' | 'wide' | 'many';

/**
 * Judges the shape of a JSON text before it is parsed: objects cost many times their text, and one
 * text of 10 MB can hold a million names. Says nothing about whether the text is JSON at all.
 */
export function jsonFault(text: string): JsonFault | null {
  let values = 1;
  const names: number[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case BRACE:
      case BRACKET:
        if (names.push(0) > MOST_DEPTH) return 'deep';
        break;
      case BRACE_END:
      case BRACKET_END:
        names.pop();
        break;
      case COLON: {
        const count = (names.pop() ?? 0) + 1;
        if (count > MOST_NAMES) return 'wide';
        names.push(count);
        break;
      }
      case COMMA:
        if (++values > MOST_JSON_VALUES) return 'many';
        break;
    }
  }
  return null;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Position of the closing quote; behind the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

/** What is kept of a request in the log: enough to see what was asked, nothing that is anybody's secret. */

const MASKED = '***';
/** Longer ones end here: a whole sheet of ids is no help to a reader. */
const MOST_CHARS = 2000;
const MOST_KEYS = 60;
const MOST_ITEMS = 50;
const DEEPEST = 4;

/** Names of what is secret or personal, whatever it looks like. */
const CLOSED =
  /pass|pwd|token|captcha|secret|sign|cookie|credential|recovery|ticket|invitation|checkkey|phone|mobile|tel|mail|address|street|realname|birthday|card|account(no|number)|contact|recipient|consignee|receiver|(?<!user)name|idempotency|cost|price|^key$|^code$|^sex$/i;
/** Ids, codes, states, instants and lists of them: no sentence, no name, no address. */
const PLAIN = /^[\w.:,/+-]{0,200}$/;
const INSTANT = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/;
/** A telephone or a card is a row of digits too. */
const MANY_DIGITS = /(?<![\w-])\+?\d(?:[-.]?\d){6,}(?![\w-])/;

/** Values as JSON text, each either plain and harmless or masked; null where nothing came. */
export function requestWords(
  query: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): string | null {
  const given = { ...query, ...body };
  if (Object.keys(given).length === 0) return null;
  return JSON.stringify(masked(given, 0)).slice(0, MOST_CHARS);
}

function masked(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Math.abs(value) < 1_000_000 ? value : MASKED;
  if (typeof value === 'string') return isPlain(value) ? value : MASKED;
  if (typeof value !== 'object' || depth >= DEEPEST) return MASKED;
  if (Array.isArray(value)) {
    const some = value.slice(0, MOST_ITEMS).map((one) => masked(one, depth + 1));
    return value.length > MOST_ITEMS ? [...some, `… ${value.length}`] : some;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_KEYS)
      .map(([key, one]) => [key.slice(0, 60), CLOSED.test(key) ? MASKED : masked(one, depth + 1)]),
  );
}

const isPlain = (text: string): boolean => INSTANT.test(text) || (PLAIN.test(text) && !MANY_DIGITS.test(text));

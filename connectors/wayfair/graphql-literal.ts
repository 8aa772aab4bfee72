/** A word of the channel's own, which stands without quotes. */
export interface Word {
  word: string;
}

/** @throws RangeError for what is no name: it would become part of the query */
export function wordOf(word: string): Word {
  if (!/^[A-Za-z_]\w*$/.test(word)) throw new RangeError(`${word} is no word`);
  return { word };
}

/**
 * A value as GraphQL text. Used where the names of the channel's input types are not public, which
 * a variable would have to state; GraphQL strings take the escapes of JSON.
 */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (isWord(value)) return value.word;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return JSON.stringify(value);
}

const isWord = (value: unknown): value is Word =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 1 && 'word' in value;

/** How a search input compares: contains, is not, at least, at most, is. */
export type SearchMode = 'like' | 'ne' | 'ge' | 'le' | 'eq';

const AROUND: Readonly<Record<SearchMode, readonly [before: string, after: string]>> = {
  like: ['*', '*'],
  ne: ['!', ''],
  ge: ['>=', ''],
  le: ['<=', ''],
  eq: ['', ''],
};

/** What is typed → a value of the list query language (spec §5); '' is no condition. */
export function toSearch(mode: SearchMode, typed: string): string {
  const text = typed.trim();
  const [before, after] = AROUND[mode];
  return text === '' ? '' : `${before}${text}${after}`;
}

/** The text to show for a value; one that was not made in this mode is shown as it is. */
export function fromSearch(mode: SearchMode, value: string): string {
  const [before, after] = AROUND[mode];
  const isOwn = value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after);
  return isOwn ? value.slice(before.length, value.length - after.length) : value;
}

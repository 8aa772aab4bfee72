/**
 * What stands in a text search field ↔ the flat value of the list query language. Plain words mean
 * "contains"; several values (comma, or lines pasted from a sheet) mean "one of"; whoever types
 * the language itself (`*`, `!x`, `>= x`, `a++b`, `,a,b,`) gets exactly that.
 */
const SPOKEN = /^(!|>=|<=|!=|[><=] |(?:ge|gt|le|lt|ne|eq) )|\*|\+\+|^,.+,$/s;

export function toSearchValue(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^,.+,$/s.test(text)) return text;
  const several = text
    .split(/[,，;；\n\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (several.length > 1) return several.join(',');
  const [only = ''] = several;
  if (only === '') return undefined;
  return SPOKEN.test(only) ? only : `*${only}*`;
}

/** The text to show for a value of the query. */
export function fromSearchValue(value: string | undefined): string {
  const match = /^\*([^*]+)\*$/s.exec(value ?? '');
  return match?.[1] !== undefined && toSearchValue(match[1]) === value ? match[1] : (value ?? '');
}

/** Lines and tabs of a paste become commas, so that a column of a sheet is "one of". */
export const pasteAsList = (pasted: string): string | null => {
  const parts = pasted.split(/[\r\n\t]+/).map((part) => part.trim());
  const list = parts.filter((part) => part !== '');
  return list.length > 1 ? list.join(',') : null;
};

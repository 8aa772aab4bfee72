export type TableHeader = {
  title: string;
  /** Other titles that users and older templates give this column. */
  aliases?: readonly string[];
  /** The column must be there; default false. */
  required?: boolean;
  /** Others may stand for the same column. */
  isShared?: boolean;
};

/** For each header the first column with its title, else the first with one of its aliases. */
export function matchColumns(cells: readonly (string | null)[], headers: readonly TableHeader[]): (number | null)[] {
  const positions = new Map<string, number>();
  cells.forEach((cell, index) => {
    const key = titleKey(cell ?? '');
    if (key !== '' && !positions.has(key)) positions.set(key, index);
  });
  const taken = new Set<number>();
  const take = (title: string, isShared = false): number | null => {
    const position = positions.get(titleKey(title));
    if (position === undefined || (!isShared && taken.has(position))) return null;
    taken.add(position);
    return position;
  };
  const columns = headers.map(({ title, isShared }) => take(title, isShared));
  // Aliases only after all titles, so that an alias never takes a column that is another's title.
  return columns.map((column, index) => {
    if (column !== null) return column;
    for (const alias of headers[index]?.aliases ?? []) {
      const position = take(alias);
      if (position !== null) return position;
    }
    return null;
  });
}

/** What templates write behind a title that must, or may, be filled in. */
const NEED = /[([【](?:必填项?|必须|选填|非必填|可选|可不填|required|optional)[)\]】]$/;

/** What two titles have in common that are the same to people: case, spaces, width and marks left out. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .replace(/[\s*＊\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase()
    .replace(NEED, '');
}

/** Cells that were emptied with the space bar, or copied from a page, hold no more than empty ones. */
export const isBlank = (cell: string | null | undefined): boolean =>
  cell === null || cell === undefined || /^[\s\p{Cc}\p{Cf}]*$/u.test(cell);

/**
 * Columns of the same title, by each of them, where there are any: which of them counts is said by what they
 * hold, not by which stands first.
 */
export function doubledColumns(titles: readonly string[]): Map<number, number[]> {
  const places = Map.groupBy(titles.keys(), (at) => titleKey(titles[at] ?? ''));
  const doubled = [...places].filter(([key, at]) => key !== '' && at.length > 1);
  return new Map(doubled.flatMap(([, all]) => all.map((at): [number, number[]] => [at, all])));
}

/** A column that was asked for, as it speaks in one row. */
export type SpokenColumn = {
  /** Of those that share its title the first that holds anything; null where the file has none. */
  column: number | null;
  /** Several hold something, and not the same. */
  disagreeing?: number[];
};

/** Which columns speak in a row, in the order of `columns`. */
export function spokenColumns(
  columns: readonly (number | null)[],
  source: readonly (string | null)[],
  doubled: ReadonlyMap<number, readonly number[]>,
): SpokenColumn[] {
  return columns.map((column) => {
    const all = column === null ? undefined : doubled.get(column);
    const filled = all?.filter((at) => !isBlank(source[at])) ?? [];
    const [first = column] = filled;
    const answers = new Set(filled.map((at) => source[at]?.trim()));
    return answers.size > 1 ? { column: first, disagreeing: filled } : { column: first };
  });
}

/** Files of the marketplace: semicolons, every value in quotes, a quote doubled. */

/** A file from its rows, the names of its columns first. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(';')).join('\r\n');

/** The rows of a file by the names of its columns, in lower case; it may begin with a mark of its encoding. */
export function readCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  const names = (head ?? []).map((name) => name.trim().toLowerCase());
  return rows
    .filter((row) => row.some((value) => value.trim() !== ''))
    .map((row) => Object.fromEntries(names.map((name, at) => [name, (row[at] ?? '').trim()])));
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let value = '';
  let isQuoted = false;
  const end = (): void => {
    rows.at(-1)?.push(value);
    value = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) value += sign;
    else if (sign === ';') end();
    else if (sign === '\n') {
      end();
      rows.push([]);
    } else if (sign !== '\r') value += sign;
  }
  end();
  return rows;
}

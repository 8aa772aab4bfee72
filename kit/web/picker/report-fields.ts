/** Which columns of a report go into which fields of a form: both lists joined by commas. */
export interface ReportFields {
  code?: string | undefined;
  orgFields?: string | undefined;
  destFields?: string | undefined;
}

const names = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** What is wrong with how a popup is set up (spec §5); null when nothing is. */
export function reportFault({ code, orgFields, destFields }: ReportFields): string | null {
  const [from, to] = [names(orgFields), names(destFields)];
  if (!code || from.length === 0 || to.length === 0) return 'popup参数未正确配置!';
  if (from.length !== to.length) return 'popup参数未正确配置,原始值和目标值数量不一致!';
  return null;
}

/** Values for the fields of a form; of several rows those of one field are joined. */
export function reportValues(
  rows: readonly Readonly<Record<string, unknown>>[],
  { orgFields, destFields }: ReportFields,
  splitter: string,
): Record<string, string> {
  const from = names(orgFields);
  return Object.fromEntries(
    names(destFields).map((name, at) => [name, rows.map((row) => String(row[from[at] ?? ''] ?? '')).join(splitter)]),
  );
}

/**
 * The values of several rows that stand in one field, by the place of their row; blank where a row
 * has none.
 */
export function splitValues(value: string | null | undefined, splitter: string): string[] {
  const parts = (value ?? '').split(splitter).map((part) => part.trim());
  return parts.every((part) => part === '') ? [] : parts;
}

/**
 * What stays in the destination fields when only some values of one of them are kept: the others
 * lose the same places. A field that does not hold as many values is left out, to stay as it is.
 * @param held what the fields of the form hold, by name; several values joined by `splitter`
 * @param field the one of them whose values were taken away
 */
export function remainingValues(
  held: Readonly<Record<string, string | null | undefined>>,
  { destFields }: ReportFields,
  { field, kept, splitter }: { field: string; kept: readonly string[]; splitter: string },
): Record<string, string> {
  const own = splitValues(held[field], splitter);
  const isStored = own.map((value) => value === '' || kept.includes(value));
  const left: Record<string, string> = {};
  for (const name of new Set([...names(destFields), field])) {
    const parts = (held[name] ?? '').split(splitter);
    if (parts.length === own.length) left[name] = parts.filter((_, at) => isStored[at]).join(splitter);
  }
  return left;
}

/** Why these rows cannot be confirmed (spec §5); null when they can. */
export const pickFault = (count: number, multiple: boolean): string | null =>
  count === 0 || (!multiple && count > 1) ? '请选择一条记录' : null;

/** `col=asc` as the order of a list; undefined when it is none. */
export function readSorter(sorter: string | undefined): { column: string; order: 'asc' | 'desc' } | undefined {
  const [column = '', order = ''] = (sorter ?? '').split('=').map((part) => part.trim());
  if (column === '') return undefined;
  return { column, order: order.toLowerCase() === 'desc' ? 'desc' : 'asc' };
}

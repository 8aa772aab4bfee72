import { percentText } from '#kit/model/decimal-text.ts';
import { ownPath } from '#kit/model/own-path.ts';
import type { ReportColumn, ReportColumns, ReportRow, ReportTotal } from '#kit/model/report.ts';

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'quantity', 'money', 'price', 'rate', 'length', 'weight']);

/** Whether the cells of a column are figures, which stand at the right. */
export const isFigure = ({ kind }: ReportColumn): boolean => NUMBERS.has(kind ?? '');

/** What a cell reads like. */
export function cellText(column: ReportColumn, row: ReportRow, options: ReportColumns['dictOptions']): string {
  const { dataIndex, customRender, percent, currency } = column;
  const value = row[dataIndex];
  if (value === null || value === undefined || value === '') return '—';
  const text = row[`${dataIndex}_dictText`];
  if (typeof text === 'string') return text;
  const item = customRender ? options[customRender]?.find((one) => one.value === String(value)) : undefined;
  if (item) return item.text;
  if (percent) return percentText(String(value));
  if (!isFigure(column)) return String(value);
  const figure = column.kind === 'rate' ? String(Number(value)) : grouped(value);
  return currency ? `${figure} ${String(row[currency] ?? '')}`.trim() : figure;
}

/** The path that a cell leads to, with values of its row filled in; null: it leads nowhere. */
export function cellPath({ href }: ReportColumn, row: ReportRow): string | null {
  if (!href) return null;
  const filled = href.replace(/\$\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(row[name] ?? '')));
  return ownPath(filled);
}

/** What all found rows of a column come to, amounts by currency. */
export const totalText = (field: string, totals: readonly ReportTotal[]): string =>
  totals
    .filter((total) => total.field === field)
    .map(({ value, currency }) => (currency ? `${grouped(value)} ${currency}` : grouped(value)))
    .join(' · ');

/** Digits in threes. */
function grouped(value: unknown): string {
  const [whole = '', rest] = String(value).split('.');
  const digits = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return rest === undefined ? digits : `${digits}.${rest}`;
}

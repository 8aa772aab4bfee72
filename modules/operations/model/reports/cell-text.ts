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

/**
 * The path that a cell leads to; null: it leads nowhere. A name in it stands for a value of the row, else
 * for a parameter as it was asked, so that the list shows the period of the report; a parameter that was
 * cleared (`*`) bounds nothing there either.
 */
export function cellPath(
  { href }: ReportColumn,
  row: ReportRow,
  asked: Readonly<Record<string, string>> = {},
): string | null {
  if (!href) return null;
  const valueOf = (name: string): string => {
    if (row[name] !== undefined) return String(row[name] ?? '');
    const param = asked[name] ?? '';
    return param === '*' ? '' : param;
  };
  return ownPath(href.replace(/\$\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(valueOf(name))));
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

import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { stockCondition } from '../model/stock.ts';

/** What has come of one line, in one condition. */
export interface Received {
  /** Where it stands in what was said, from 1. */
  row: number;
  lineId: string;
  qty: number;
  condition: string;
}

const MOST = 1_000_000;

/**
 * What somebody says has come: `[{ lineId, qty, condition }]`, good where no condition is said.
 * @returns null where nothing was said: all of it came
 * @throws Refusal 422 naming the rows that say something else
 */
export function readReceived(said: unknown, lines: readonly { id: string }[]): Received[] | null {
  if (said === null || said === undefined) return null;
  // The answers of a move hold structures as the text that a column would.
  const value: unknown = typeof said === 'string' ? JSON.parse(said) : said;
  const rows = Array.isArray(value) ? (value as unknown[]) : [];
  const errors: FieldError[] = [];
  const received = rows.flatMap((one, index) => {
    const row = index + 1;
    const { lineId, qty, condition = 'good' } = (one ?? {}) as Partial<Record<string, unknown>>;
    const wrong = (message: string): [] => {
      errors.push({ field: 'lines', row, code: 'invalid', message });
      return [];
    };
    if (!lines.some(({ id }) => id === lineId)) return wrong('这一行不在单据里');
    if (typeof qty !== 'number' || !Number.isInteger(qty) || qty < 0 || qty > MOST) return wrong('数量请输入自然数');
    if (typeof condition !== 'string' || !(condition in stockCondition.items)) return wrong('品质不在可选范围内');
    return qty === 0 ? [] : [{ row, lineId: lineId as string, qty, condition }];
  });
  if (errors.length === 0 && received.length === 0)
    errors.push({ field: 'lines', code: 'required', message: '请填写收到的数量' });
  if (errors.length > 0) throw invalid(errors);
  return received;
}

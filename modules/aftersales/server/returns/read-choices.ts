import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { sourcesUnreadable } from '../../model/part-errors.ts';
import { partSource, type PartSource } from '../../model/part-order.ts';
import type { StoredPartLine } from '../parts/part-lines.ts';

/** Where a line is to come from, as somebody chose. */
export interface Choice {
  line: StoredPartLine;
  source: PartSource;
  warehouseId: string;
  cartonNo: number | null;
}

const isSource = (value: unknown): value is PartSource =>
  typeof value === 'string' && Object.hasOwn(partSource.items, value);

/**
 * Reads the sources that somebody chose for lines: `[{ lineId, source, warehouseId, cartonNo }]`.
 * @param usual the warehouse of lines that name none
 * @returns null where nothing was said
 * @throws Refusal 422 naming the rows that say something else
 */
export function readChoices(said: unknown, lines: readonly StoredPartLine[], usual: string): Choice[] | null {
  if (said === null || said === undefined) return null;
  // The answers of a move hold structures as the text that a column would.
  const value: unknown = typeof said === 'string' ? JSON.parse(said) : said;
  if (!Array.isArray(value)) throw invalid([sourcesUnreadable(1, '货源格式不正确')]);
  const errors: FieldError[] = [];
  const choices = (value as unknown[]).flatMap((one, index): Choice[] => {
    const row = index + 1;
    const { lineId, source, warehouseId, cartonNo } = (one ?? {}) as Record<string, unknown>;
    const line = lines.find(({ id }) => id === lineId);
    const wrong = (message: string): [] => {
      errors.push(sourcesUnreadable(line?.row ?? row, message));
      return [];
    };
    if (!line) return wrong('这一行不在单据里');
    if (!isSource(source)) return wrong('请选择货源');
    if (warehouseId !== undefined && warehouseId !== null && typeof warehouseId !== 'string')
      return wrong('请选择出货仓');
    const carton = cartonNo ?? line.cartonNo;
    if (carton !== null && !Number.isInteger(carton)) return wrong('箱序请输入自然数');
    return [
      {
        line,
        source,
        warehouseId: (warehouseId as string | undefined) ?? usual,
        cartonNo: carton as number | null,
      },
    ];
  });
  const twice = choices.filter(({ line }, at) => choices.findIndex((other) => other.line.id === line.id) !== at);
  errors.push(...twice.map(({ line }) => sourcesUnreadable(line.row, '同一行只能选一个货源')));
  if (errors.length > 0) throw invalid(errors);
  return choices;
}

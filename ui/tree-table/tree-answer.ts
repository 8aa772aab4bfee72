import { ApiError } from '../http/api-error.ts';
import type { GridRow } from '../grid/grid-column.ts';

/** What is said of an answer that holds no rows (spec §8). */
export const UNKNOWN_SHAPE = '返回数据类型不识别';

/**
 * The rows of an answer: a list, a page with `records`, or either within a `result`.
 * @param rowKey field that a row is known by
 * @throws ApiError when it is anything else
 */
export function rowsOfAnswer(answer: unknown, rowKey: string): GridRow[] {
  if (Array.isArray(answer)) return answer.map((row) => rowOf(row, rowKey));
  if (isObject(answer)) {
    if (Array.isArray(answer['records'])) return rowsOfAnswer(answer['records'], rowKey);
    if (isObject(answer['result'])) return rowsOfAnswer(answer['result'], rowKey);
  }
  throw unknownShape();
}

/** A row with its own `id`, and so its children. */
function rowOf(row: unknown, rowKey: string): GridRow {
  const id = isObject(row) ? row[rowKey] : undefined;
  if (!isObject(row) || (typeof id !== 'string' && typeof id !== 'number')) throw unknownShape();
  const { children } = row;
  const own = { ...row, hasChildren: row['hasChildren'] ?? isBranch(row), id: String(id) };
  return Array.isArray(children) ? { ...own, children: rowsOfAnswer(children, rowKey) } : own;
}

/** Nodes of departments and categories say whether they are leaves, as a flag or as 0 and 1. */
const isBranch = ({ leaf, isLeaf }: Record<string, unknown>): boolean =>
  [false, 0, '0'].includes((isLeaf ?? leaf) as never);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const unknownShape = (): ApiError => new ApiError(200, UNKNOWN_SHAPE);

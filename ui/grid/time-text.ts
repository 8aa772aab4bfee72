import { dateTimeText } from '#kit/model/date-text.ts';
import type { Field } from '#kit/model/field.ts';
import type { CellValue } from '../grid-data/cell-text.ts';

/** Any day does: a time of day has none. */
const SOME_DAY = '2000-01-01';

/** Reads a time of day: `9:30`, `9:30:05`, `下午 3:20`. */
export function readTime(text: string, { title }: Field): CellValue {
  const moment = dateTimeText(`${SOME_DAY} ${text.trim()}`, SOME_DAY);
  return moment === null ? { message: `${title}不是有效的时间` } : { value: moment.slice(SOME_DAY.length + 1) };
}

import { Input } from 'antd';
import { fetched } from '../fetched.tsx';
import type { RangeInputProps } from './range-input-props.ts';
import '../cells/cells.css';

/** Calendars are heavy: their code is fetched when a range is first asked for. */
const WAITING = <Input disabled className="wb-wide" aria-label="加载中…" />;

/** Days (`YYYY-MM-DD`), or with `hasTime` moments (`YYYY-MM-DD HH:mm:ss`). */
export const DateRangeInput = fetched<RangeInputProps & { hasTime?: boolean }>(
  () => import('./range-pickers.tsx').then((pickers) => pickers.DateRangePicker),
  WAITING,
);
/** Times of day (`HH:mm:ss`). */
export const TimeRangeInput = fetched<RangeInputProps>(
  () => import('./range-pickers.tsx').then((pickers) => pickers.TimeRangePicker),
  WAITING,
);

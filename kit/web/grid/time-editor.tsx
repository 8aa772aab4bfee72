import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useEffect, useState, type ReactNode } from 'react';
import { TIME_FORMAT } from '#kit/model/limits.ts';
import { inputProps } from '../cells/faces.ts';
import type { CellEditProps } from './cell-registry.ts';

dayjs.extend(customParseFormat);

/** A time of day, `HH:mm:ss`. */
export function TimeCellEdit({
  value,
  onChange,
  opensAtOnce = false,
  ...props
}: CellEditProps): ReactNode {
  // The picker puts its value in once it stands; what was typed ahead is to come after that.
  const [stands, setStands] = useState(opensAtOnce);
  useEffect(() => setStands(true), []);
  const take = (next: dayjs.Dayjs | null): void =>
    onChange?.(next ? next.format(TIME_FORMAT) : null);
  const moment = typeof value === 'string' ? dayjs(value, TIME_FORMAT, true) : null;
  return (
    <TimePicker
      {...inputProps(props)}
      className="wb-wide"
      value={moment?.isValid() ? moment : null}
      format={TIME_FORMAT}
      needConfirm={false}
      disabled={!stands}
      defaultOpen={opensAtOnce}
      // Every part that is chosen counts: whoever clicks elsewhere confirms nothing.
      onCalendarChange={(next) => take(Array.isArray(next) ? (next[0] ?? null) : next)}
      onChange={take}
    />
  );
}

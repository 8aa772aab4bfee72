import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import 'dayjs/locale/zh-cn.js';
import type { ReactNode } from 'react';
import { DATE_FORMAT, DATETIME_FORMAT, TIME_FORMAT } from '#kit/model/limits.ts';

dayjs.extend(customParseFormat);
dayjs.locale('zh-cn');

/** A day, a day with its time, or a time of day. */
export type Picks = 'day' | 'moment' | 'time';

const FORMATS: Readonly<Record<Picks, string>> = {
  day: DATE_FORMAT,
  moment: DATETIME_FORMAT,
  time: TIME_FORMAT,
};

/**
 * An open calendar over the input it stands in; the input of the picker itself is not used. What is
 * pressed in it takes the keyboard from nobody.
 */
export function MomentCalendar({
  picks,
  value,
  onPick,
}: {
  picks: Picks;
  value: string | null;
  onPick: (value: string) => void;
}): ReactNode {
  const format = FORMATS[picks];
  const moment = value === null ? null : dayjs(value, format, true);
  const take = (next: dayjs.Dayjs | dayjs.Dayjs[] | null): void => {
    const one = Array.isArray(next) ? next[0] : next;
    if (one) onPick(one.format(format));
  };
  const Picker = picks === 'time' ? TimePicker : DatePicker;
  return (
    <span className="wb-moment-calendar" aria-hidden inert>
      <Picker
        open
        value={moment?.isValid() ? moment : null}
        format={format}
        needConfirm={false}
        {...(picks === 'moment' ? { showTime: true } : {})}
        // Every part that is chosen counts: whoever clicks elsewhere confirms nothing.
        onCalendarChange={take}
        panelRender={(panel) => <div onMouseDown={(event) => event.preventDefault()}>{panel}</div>}
      />
    </span>
  );
}

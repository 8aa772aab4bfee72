import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import 'dayjs/locale/zh-cn.js';
import { useMemo, type ReactNode } from 'react';
import { dateText, dateTimeText } from '#kit/model/date-text.ts';
import { DATE_FORMAT, DATETIME_FORMAT, TIME_FORMAT } from '#kit/model/limits.ts';
import { tenantDay } from '../tenant-clock.ts';
import type { RangeInputProps } from './range-input-props.ts';
import { TypedRange } from './typed-range.tsx';

dayjs.extend(customParseFormat);
dayjs.locale('zh-cn');

type Moments = [dayjs.Dayjs | null, dayjs.Dayjs | null];

function momentOf(text: string | null | undefined, format: string): dayjs.Dayjs | null {
  const moment = text ? dayjs(text, format, true) : null;
  return moment?.isValid() ? moment : null;
}

/** The same array for the same texts: another one takes a half typed range away. */
function useMoments(value: RangeInputProps['value'], format: string): Moments {
  const [from, to] = [value?.[0], value?.[1]];
  return useMemo(() => [momentOf(from, format), momentOf(to, format)], [from, to, format]);
}

/** From day to day, or from moment to moment. */
export function DateRangePicker({
  value,
  onChange,
  hasTime,
  ...props
}: RangeInputProps & { hasTime?: boolean }): ReactNode {
  const format = hasTime ? DATETIME_FORMAT : DATE_FORMAT;
  const moments = useMoments(value, format);
  return (
    <TypedRange read={(text) => (hasTime ? dateTimeText : dateText)(text, tenantDay())}>
      <DatePicker.RangePicker
        {...shared(props)}
        value={moments}
        format={format}
        showTime={hasTime ?? false}
        onChange={(range) => onChange?.(written(range, format))}
      />
    </TypedRange>
  );
}

/** From one time of day to a later one. */
export function TimeRangePicker({ value, onChange, ...props }: RangeInputProps): ReactNode {
  const moments = useMoments(value, TIME_FORMAT);
  return (
    <TimePicker.RangePicker
      {...shared(props)}
      value={moments}
      format={TIME_FORMAT}
      onChange={(range) => onChange?.(written(range, TIME_FORMAT))}
    />
  );
}

const shared = ({
  id,
  disabled = false,
  'aria-label': label,
  canBeOpen = false,
}: Omit<RangeInputProps, 'value' | 'onChange'>) => ({
  ...(id ? { id: { start: id, end: `${id}-end` } } : {}),
  'aria-label': label,
  className: 'wb-wide',
  disabled,
  allowEmpty: [canBeOpen, canBeOpen] as [boolean, boolean],
});

function written(range: readonly (dayjs.Dayjs | null)[] | null, format: string): [string | null, string | null] | null {
  const [from, to] = [range?.[0]?.format(format) ?? null, range?.[1]?.format(format) ?? null];
  return from === null && to === null ? null : [from, to];
}

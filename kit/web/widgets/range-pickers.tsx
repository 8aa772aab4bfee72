import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import 'dayjs/locale/zh-cn.js';
import type { ReactNode } from 'react';
import { DATE_FORMAT, DATETIME_FORMAT, TIME_FORMAT } from '#kit/model/limits.ts';
import type { RangeInputProps } from './range-input-props.ts';

dayjs.extend(customParseFormat);
dayjs.locale('zh-cn');

type Moments = [dayjs.Dayjs | null, dayjs.Dayjs | null];

const read = (value: RangeInputProps['value'], format: string): Moments => {
  const bound = (text: string | null | undefined): dayjs.Dayjs | null => {
    const moment = text ? dayjs(text, format, true) : null;
    return moment?.isValid() ? moment : null;
  };
  return [bound(value?.[0]), bound(value?.[1])];
};

/** From day to day, or from moment to moment. */
export function DateRangePicker({
  value,
  onChange,
  hasTime,
  ...props
}: RangeInputProps & { hasTime?: boolean }): ReactNode {
  const format = hasTime ? DATETIME_FORMAT : DATE_FORMAT;
  return (
    <DatePicker.RangePicker
      {...shared(props)}
      value={read(value, format)}
      format={format}
      showTime={hasTime ?? false}
      onChange={(range) => onChange?.(written(range, format))}
    />
  );
}

/** From one time of day to a later one. */
export function TimeRangePicker({ value, onChange, ...props }: RangeInputProps): ReactNode {
  return (
    <TimePicker.RangePicker
      {...shared(props)}
      value={read(value, TIME_FORMAT)}
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

function written(
  range: readonly (dayjs.Dayjs | null)[] | null,
  format: string,
): [string | null, string | null] | null {
  const [from, to] = [range?.[0]?.format(format) ?? null, range?.[1]?.format(format) ?? null];
  return from === null && to === null ? null : [from, to];
}

import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn.js';
import { useMemo, type ReactNode } from 'react';
import { dateText } from '#kit/model/date-text.ts';
import { DATE_FORMAT } from '#kit/model/limits.ts';
import { tenantDay } from '../tenant-clock.ts';
import { TypedRange } from '../widgets/typed-range.tsx';
import type { SearchProps } from './faces.ts';

dayjs.locale('zh-cn');

type Range = [dayjs.Dayjs | null, dayjs.Dayjs | null];

function momentOf(text: string | undefined): dayjs.Dayjs | null {
  const moment = text ? dayjs(text) : null;
  return moment?.isValid() ? moment : null;
}

/** From day to day, ends included: `f_begin`, `f_end`. */
export function DateRangeSearch({ field, name, id, query, set }: SearchProps): ReactNode {
  const [begin, end] = [query[`${name}_begin`], query[`${name}_end`]];
  // Another array takes a half typed range away, and Enter draws the form around it again.
  const value = useMemo<Range>(() => [momentOf(begin), momentOf(end)], [begin, end]);
  return (
    <TypedRange read={(text) => dateText(text, tenantDay())}>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        aria-label={field.title}
        className="wb-wide"
        value={value}
        allowEmpty={[true, true]}
        presets={presets()}
        onChange={(range) =>
          set(
            {
              [`${name}_begin`]: range?.[0]?.format(DATE_FORMAT),
              [`${name}_end`]: range?.[1]?.format(DATE_FORMAT),
            },
            true,
          )
        }
      />
    </TypedRange>
  );
}

function presets(): { label: string; value: [dayjs.Dayjs, dayjs.Dayjs] }[] {
  const today = dayjs(tenantDay());
  return [
    { label: '今天', value: [today, today] },
    { label: '昨天', value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
    { label: '最近7天', value: [today.subtract(6, 'day'), today] },
    { label: '最近30天', value: [today.subtract(29, 'day'), today] },
    { label: '本月', value: [today.startOf('month'), today] },
  ];
}

import { CalendarOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { fetched } from '../fetched.tsx';
import { DASH } from './text-cells.tsx';
import { isBlank, type EditProps, type SearchProps, type ShowProps } from './faces.ts';
import { MomentInput } from './moment-input.tsx';
import { readTyped } from './read-typed.ts';

/** Wire times are in the tenant's zone already: they are shown as they come. */
export function TimeShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <span className="wb-time">{String(value)}</span>;
}

export function DateEdit(props: EditProps): ReactNode {
  return (
    <MomentInput {...props} picks="day" icon={<CalendarOutlined />} read={(text) => readTyped(props.field, text)} />
  );
}

export function DateTimeEdit(props: EditProps): ReactNode {
  return (
    <MomentInput {...props} picks="moment" icon={<CalendarOutlined />} read={(text) => readTyped(props.field, text)} />
  );
}

/** Calendars are heavy: their code is fetched when a range is first asked for. */
export const DateRangeSearch = fetched<SearchProps>(
  () => import('./date-pickers.tsx').then((pickers) => pickers.DateRangeSearch),
  <Input disabled className="wb-wide" aria-label="加载中…" />,
);

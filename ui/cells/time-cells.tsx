import { CalendarOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadOnce } from '../chunk-reload.ts';
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

type Pickers = typeof import('./date-pickers.tsx');

/** Calendars are heavy: their code is fetched when a range is first asked for. */
function fetched<P extends object>(pick: (pickers: Pickers) => ComponentType<P>): ComponentType<P> {
  const Body = lazy(() =>
    loadOnce(() => import('./date-pickers.tsx')).then((pickers) => ({ default: pick(pickers) })),
  ) as unknown as ComponentType<P>;
  return function Fetched(props: P): ReactNode {
    return (
      <Suspense fallback={<Input disabled className="wb-wide" aria-label="加载中…" />}>
        <Body {...props} />
      </Suspense>
    );
  };
}

export const DateRangeSearch = fetched<SearchProps>((pickers) => pickers.DateRangeSearch);

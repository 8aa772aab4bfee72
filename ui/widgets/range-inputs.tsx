import { Input } from 'antd';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadOnce } from '../chunk-reload.ts';
import type { RangeInputProps } from './range-input-props.ts';
import '../cells/cells.css';

type Pickers = typeof import('./range-pickers.tsx');

/** Calendars are heavy: their code is fetched when a range is first asked for. */
function fetched<P extends RangeInputProps>(pick: (pickers: Pickers) => ComponentType<P>): ComponentType<P> {
  const Body = lazy(() =>
    loadOnce(() => import('./range-pickers.tsx')).then((pickers) => ({ default: pick(pickers) })),
  ) as unknown as ComponentType<P>;
  return function Fetched(props: P): ReactNode {
    return (
      <Suspense fallback={<Input disabled className="wb-wide" aria-label="加载中…" />}>
        <Body {...props} />
      </Suspense>
    );
  };
}

/** Days (`YYYY-MM-DD`), or with `hasTime` moments (`YYYY-MM-DD HH:mm:ss`). */
export const DateRangeInput = fetched<RangeInputProps & { hasTime?: boolean }>((pickers) => pickers.DateRangePicker);
/** Times of day (`HH:mm:ss`). */
export const TimeRangeInput = fetched<RangeInputProps>((pickers) => pickers.TimeRangePicker);

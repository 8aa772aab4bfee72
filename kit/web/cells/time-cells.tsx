import { Input } from 'antd';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadOnce } from '../chunk-reload.ts';
import { DASH } from './text-cells.tsx';
import { isBlank, type EditProps, type SearchProps, type ShowProps } from './faces.ts';

/** Wire times are in the tenant's zone already: they are shown as they come. */
export function TimeShow({ value }: ShowProps): ReactNode {
  return isBlank(value) ? DASH : <span className="wb-time">{String(value)}</span>;
}

type Pickers = typeof import('./date-pickers.tsx');

/** Calendars are heavy: their code is fetched when a date is first asked for. */
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

export const DateEdit = fetched<EditProps>((pickers) => pickers.DateEdit);
export const DateTimeEdit = fetched<EditProps>((pickers) => pickers.DateTimeEdit);
export const DateRangeSearch = fetched<SearchProps>((pickers) => pickers.DateRangeSearch);

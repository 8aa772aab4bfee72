import { Button } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#kit/web/index.ts';
import { ComingCards } from '../card-grid.tsx';
import type { GroupHandle } from './use-analysis.ts';

/** A group of figures below its title: what came, that it is on its way, or why it did not. */
export function Group<T>({
  title,
  handle: { data, error, retry },
  coming,
  note,
  children,
}: {
  title: string;
  handle: GroupHandle<T>;
  /** Cards that are to be expected. */
  coming: number;
  /** How its figures come about. */
  note?: string;
  children: (data: T) => ReactNode;
}): ReactNode {
  if (data === null) return null;
  return (
    <section aria-label={title} className="dk-group">
      <h3 className="dk-group-title">{title}</h3>
      {data !== undefined ? (
        <>
          {children(data)}
          {note && <p className="dk-how">{note}</p>}
        </>
      ) : error ? (
        <div className="dk-part">
          <BlankState
            tone="bad"
            title={`${title}数据读取失败`}
            text={error.message}
            actions={<Button onClick={retry}>重试</Button>}
          />
        </div>
      ) : (
        <div role="status" aria-label="加载中…">
          <ComingCards count={coming} />
        </div>
      )}
    </section>
  );
}

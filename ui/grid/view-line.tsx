import { Button } from 'antd';
import type { ReactNode } from 'react';
import { titleOf } from './grid-column.ts';
import type { GridSession } from './grid-session.ts';
import { useGridState } from './use-grid-state.ts';

export interface ViewLineProps {
  session: GridSession;
}

const MOST_TEXTS = 3;
const DIRECTIONS = { ascending: '升序', descending: '降序' };

/** Above the rows: what is sorted and filtered by, and how to see all of them as they are stored. */
export function ViewLine({ session }: ViewLineProps): ReactNode {
  const { view, store } = session;
  const sort = useGridState(session, () => view.sort);
  const filters = useGridState(session, () => view.filters);
  const hidden = useGridState(session, () => view.hiddenCount);
  const count = useGridState(session, () => store.rows.length);
  if (!sort && filters.size === 0) return null;
  const titleAt = (key: string): string => {
    const column = session.columnOf(key);
    return column ? titleOf(column) : key;
  };
  // What is pressed goes away with what it stood for.
  const take = (change: () => void) => (): void => {
    change();
    session.viewport.focusCell();
  };
  const sorted = sort ? `按${titleAt(sort.key)}${DIRECTIONS[sort.direction]}` : '';
  return (
    <div className="wb-grid-view" role="group" aria-label="排序和筛选">
      {sort && (
        <Button size="small" aria-label={`${sorted}，取消`} onClick={take(() => view.sortBy(null))}>
          {sorted} <span aria-hidden>×</span>
        </Button>
      )}
      {[...filters].map(([key, texts]) => (
        <Button
          key={key}
          size="small"
          aria-label={`${titleAt(key)}：${textsOf(texts)}，取消`}
          onClick={take(() => view.filterBy(key, null))}
        >
          <span className="wb-grid-filter">
            {titleAt(key)}：{textsOf(texts)}
          </span>
          <span aria-hidden>×</span>
        </Button>
      ))}
      <span role="status">
        {filters.size > 0 ? `显示 ${count - hidden} / ${count} 行，其余照常保存` : '保存的顺序不变'}
      </span>
    </div>
  );
}

function textsOf(texts: ReadonlySet<string>): string {
  const named = [...texts].slice(0, MOST_TEXTS).map((text) => text || '空');
  return `${named.join('、')}${texts.size > MOST_TEXTS ? ` 等 ${texts.size} 项` : ''}`;
}

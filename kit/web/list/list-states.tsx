import { Button } from 'antd';
import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { findLifecycle } from '../declarations.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { ListHandle } from './use-list.ts';

/** Nothing found: clears the filter that hid it, or says how to get the first row. */
export function ListEmpty<R extends Row>({
  list,
  text,
  atStart,
  children,
}: {
  list: ListHandle<R>;
  /** What its rows are for and where they come from. */
  text?: string | undefined;
  /** Where nothing but the filters that the list starts with hides rows. */
  atStart?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  if (list.hasFilters && list.isAtStart && atStart !== undefined) return atStart;
  if (list.hasFilters)
    return (
      <BlankState
        title="没有查询到任何数据"
        text="换一个条件，或清空条件查看全部。"
        actions={<Button onClick={() => list.setFilters({})}>清空条件</Button>}
      />
    );
  const { resource, params } = list;
  const tab = params.tab ? findLifecycle(resource)?.tabs[params.tab] : undefined;
  if (tab) {
    // An emptied queue needs no words; a list that never held anything does.
    const isNew = list.counts && Object.values(list.counts).every((count) => count === 0);
    const title = `没有${tab.title}的${resource.title}`;
    return <BlankState title={title} text={isNew ? text : undefined} />;
  }
  return children ?? <BlankState title={`还没有${resource.title}`} />;
}

/** The list could not be read: why, and again. */
export function ListError({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  return (
    <BlankState
      tone="bad"
      title="列表加载失败"
      text={error.message}
      actions={
        <Button type="primary" onClick={onRetry}>
          重试
        </Button>
      }
    />
  );
}

import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Row } from '#ui/cells/faces.ts';
import { AdvancedQueryDialog } from '../lazy-list-dialogs.tsx';
import type { ListHandle } from '../list/use-list.ts';
import { conditionCount, splitAdvanced, type AdvancedFilter } from './advanced-filter.ts';

/**
 * 高级查询 of a list: says how many conditions are in force, and clears them. The builder is fetched
 * when it is first opened, and stays: closing it loses nothing of what was typed.
 */
export function AdvancedQueryButton<R extends Row>({
  list,
  fields,
}: {
  list: ListHandle<R>;
  /** Keys that may be asked about, in order; all of the resource by default. */
  fields?: readonly string[] | undefined;
}): ReactNode {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [flat, active] = splitAdvanced(list.params.filters);
  const count = conditionCount(active);
  const run = (next: AdvancedFilter): void => {
    list.setFilters({ ...flat, ...next });
    list.refresh();
  };
  return (
    <>
      <Button {...(count === null ? {} : { color: 'primary', variant: 'outlined' })} onClick={() => setOpen(true)}>
        高级查询{count !== null && `（${count || '?'}）`}
      </Button>
      {count !== null && (
        <Button type="link" aria-label="清空高级查询" onClick={() => run({})}>
          清空
        </Button>
      )}
      {isOpen !== null && (
        <AdvancedQueryDialog
          of={list.resource}
          fields={fields}
          isOpen={isOpen}
          active={active}
          onRun={run}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { ReloadOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import { resourceKey } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { usePortable } from '#ui/use-portable.tsx';
import { ImportDialog } from '../lazy-list-dialogs.tsx';
import { AdvancedQueryButton } from '../query/advanced-query-button.tsx';
import { usePermissions } from '../session/access.ts';
import { ExportButton } from '../sheets/export-button.tsx';
import type { ListHandle } from './use-list.ts';

interface ListActsProps<R extends Row> {
  list: ListHandle<R>;
  /** Keys of the columns that an export has, in order; absent: those of the declaration. */
  exported?: readonly string[] | undefined;
  /** Keys that the advanced query may ask about; by default all of the resource. */
  queryable?: readonly string[] | undefined;
  onAdd?: (() => void) | undefined;
  /** The one primary button of a page that brings its own: never behind ⋯. */
  primary?: ReactNode;
  /** Buttons of the page's own, behind the generic ones. */
  children?: ReactNode;
  /** In front: new rows that wait. */
  news?: ReactNode;
  /** At the far end: column settings. */
  end?: ReactNode;
}

/**
 * What can be done on a list as a whole, each by permission: 导入, 导出, 高级查询, what the page adds,
 * and 新增 or the page's primary button; refresh and columns. On a phone all but those stand behind ⋯.
 */
export function ListActs<R extends Row>(props: ListActsProps<R>): ReactNode {
  const { list, onAdd, primary, children, end, exported, queryable, news } = props;
  const { resource } = list;
  const may = usePermissions();
  const isMobile = useIsMobile();
  const [isImporting, setImporting] = useState(false);
  const permits = (verb: string): boolean => may(`${resourceKey(resource)}:${verb}`);
  const isRegister = resource.kind === 'register';
  const add = isRegister ? '新增' : `新增${resource.title}`;
  const rare = usePortable(
    <>
      {isRegister && permits('import') && <Button onClick={() => setImporting(true)}>导入</Button>}
      <ExportButton list={list} columns={exported} />
      <AdvancedQueryButton list={list} fields={queryable} />
      {children}
    </>,
  );
  const tools = (
    <span className="wb-acts-end">
      <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" title="刷新" onClick={list.refresh} />
      {end}
    </span>
  );
  return (
    <div className="wb-acts" role="toolbar" aria-label="操作">
      {news}
      {rare.alive}
      {!isMobile && rare.place}
      {onAdd && (isRegister || resource.draft) && permits('add') && (
        <Button type="primary" aria-label={add} onClick={onAdd}>
          {isMobile ? '新增' : add}
        </Button>
      )}
      {primary}
      {isMobile ? (
        <MoreActs>
          {rare.place}
          {tools}
        </MoreActs>
      ) : (
        tools
      )}
      {isImporting && <ImportDialog of={resource} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Below the dialogs that its buttons open. */
const BELOW_DIALOGS = 900;

function MoreActs({ children }: { children: ReactNode }): ReactNode {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      zIndex={BELOW_DIALOGS}
      content={<div className="wb-more-acts">{children}</div>}
    >
      <Button aria-label="更多操作" title="更多操作">
        ⋯
      </Button>
    </Popover>
  );
}

import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { resourceKey } from '#kit/model/resource.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import { ask, say, tell } from '#ui/feedback.tsx';
import { ImportDialog } from '../lazy-list-dialogs.tsx';
import { tabMoves } from '../lifecycle/legal-moves.ts';
import { ActionButtons } from '../lifecycle/move-buttons.tsx';
import { AdvancedQueryButton } from '../query/advanced-query-button.tsx';
import { callResource } from '../resource-call.ts';
import { usePermissions } from '../session/access.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { ExportButton } from '../sheets/export-button.tsx';
import { selectedCount, type Selection } from './selection.ts';
import type { ListHandle } from './use-list.ts';

const NONE_SELECTED = '请选择一条记录！';

interface ListToolbarProps<R extends Row> {
  list: ListHandle<R>;
  lifecycle: AnyLifecycle | undefined;
  /** Moves offered for batches, by name; all of the tab by default. */
  batch?: readonly string[] | undefined;
  /** Keys of the columns that an export has, in order; absent: those of the declaration. */
  exported?: readonly string[] | undefined;
  /** Keys that the advanced query may ask about; by default all of the resource. */
  asked?: readonly string[] | undefined;
  /** What goes with rows that are deleted. */
  deletion?: ((rows: readonly R[]) => string) | undefined;
  onAdd?: (() => void) | undefined;
  onBatch: (move: string) => void;
  /** Buttons of the page's own, behind the generic ones. */
  children?: ReactNode;
  /** At the far end: column settings. */
  end?: ReactNode;
}

/** 新增, 导入, 导出, 高级查询, batch operations, each by permission; what is chosen; refresh and columns. */
export function ListToolbar<R extends Row>(props: ListToolbarProps<R>): ReactNode {
  const { list, onAdd, children, end, exported } = props;
  const { resource } = list;
  const may = usePermissions();
  const [isImporting, setImporting] = useState(false);
  const permits = (verb: string): boolean => may(`${resourceKey(resource)}:${verb}`);
  const isRegister = resource.kind === 'register';
  return (
    <div className="wb-toolbar" role="toolbar" aria-label="操作">
      {onAdd && (isRegister || resource.draft) && permits('add') && (
        <Button type="primary" onClick={onAdd}>
          {isRegister ? '新增' : `新增${resource.title}`}
        </Button>
      )}
      {isRegister && permits('import') && <Button onClick={() => setImporting(true)}>导入</Button>}
      <ExportButton list={list} columns={exported} />
      <AdvancedQueryButton list={list} fields={props.asked} />
      {children}
      <BatchButtons {...props} mayDelete={isRegister && permits('delete')} />
      <SelectionNote list={list} />
      <span className="wb-toolbar-end">
        <Button
          type="text"
          icon={<ReloadOutlined />}
          aria-label="刷新"
          title="刷新"
          onClick={list.refresh}
        />
        {end}
      </span>
      {isImporting && <ImportDialog of={resource} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** A phone has room for none: there they all stand behind 更多. */
const OPEN_BATCHES = { desktop: 3, mobile: 0 } as const;

function BatchButtons<R extends Row>({
  list,
  lifecycle,
  batch,
  deletion,
  onBatch,
  mayDelete,
}: ListToolbarProps<R> & { mayDelete: boolean }): ReactNode {
  const may = usePermissions();
  const [isDeleting, setDeleting] = useState(false);
  const open = OPEN_BATCHES[useIsMobile() ? 'mobile' : 'desktop'];
  const moves = lifecycle ? tabMoves(lifecycle, list.params.tab, may) : [];
  const offered = batch
    ? batch.flatMap((name) => moves.find((one) => one.name === name) ?? [])
    : moves;
  const needsRows = (run: () => void) => (): void => {
    if (selectedCount(list.selection) === 0) say.warn(NONE_SELECTED);
    else run();
  };
  const actions = offered.map(({ name, title }) => ({
    key: name,
    title: `批量${title}`,
    onClick: needsRows(() => onBatch(name)),
  }));
  const remove = needsRows(() => {
    setDeleting(true);
    void deleteRows(list, deletion).finally(() => setDeleting(false));
  });
  return (
    <>
      {actions.length > 0 && <ActionButtons actions={actions} visible={open} look="plain" />}
      {mayDelete && (
        <Button loading={isDeleting} onClick={remove}>
          批量删除
        </Button>
      )}
    </>
  );
}

/** Deleting takes rows by name only, never "everything found". */
async function deleteRows<R extends Row>(
  list: ListHandle<R>,
  deletion: ListToolbarProps<R>['deletion'],
): Promise<void> {
  const { resource, selection } = list;
  if (selection.mode === 'all')
    return say.warn('批量删除只能针对逐条勾选的记录，请先取消“全部筛选结果”');
  const ids = selection.rows.map((row) => row.id);
  const isAgreed = await ask({
    title: `删除选中的 ${ids.length} 条${resource.title}？`,
    content: deletion?.(selection.rows) ?? '删除后不可恢复。',
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return;
  try {
    const { message } = await callResource(resource, 'deleteBatch', {
      query: { ids: ids.join(',') },
    });
    say.done(message);
    list.clearSelection();
  } catch (error) {
    tell(error);
  }
  list.refresh();
}

/** What is chosen, over all pages; offers everything found. */
function SelectionNote<R extends Row>({ list }: { list: ListHandle<R> }): ReactNode {
  const { selection, total, totalText, rows } = list;
  const count = selectedCount(selection);
  if (count === 0) return null;
  const found = totalText ?? total;
  const couldBeMore = selection.mode === 'rows' && total > rows.length && count < total;
  return (
    <span className="wb-selected" role="status">
      <span>{selectionText(selection)}</span>
      {couldBeMore && (
        <Button type="link" onClick={list.selectAllFound}>
          选择全部筛选结果（{found} 条）
        </Button>
      )}
      <Button type="link" onClick={list.clearSelection}>
        清空选择
      </Button>
    </span>
  );
}

function selectionText(selection: Selection): ReactNode {
  if (selection.mode === 'rows')
    return (
      <>
        已选 <strong>{selection.rows.length}</strong> 条
      </>
    );
  return (
    <>
      已选全部筛选结果 <strong>{selection.totalText ?? selection.total}</strong> 条
    </>
  );
}

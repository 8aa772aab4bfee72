import { Button } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import { bulkKeys, isBulkEdited } from '#kit/model/bulk-edit.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { tagFieldOf } from '#kit/model/tagging.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { ActionButtons } from '../lifecycle/move-buttons.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import { isGrave, type OfferedMove } from '../lifecycle/legal-moves.ts';
import { TagDialog } from '../tags/lazy-tag-dialog.ts';
import { usePermission, usePermissions } from '../session/access.ts';
import { ExportButton } from '../sheets/export-button.tsx';
import { batchMoves } from './batch-moves.ts';
import { deleteRows } from './delete-rows.ts';
import { scopeOf, selectedCount, type Selection } from './selection.ts';
import { SelectionSums } from './selection-sums.tsx';
import type { ListHandle } from './use-list.ts';
import './selection-bar.css';

export interface SelectionBarProps {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  list: ListHandle<any>;
  /** Columns whose figures are added up, by key. */
  keys: readonly string[];
  lifecycle: AnyLifecycle | undefined;
  /** Moves offered for batches, by name; all of the tab by default. */
  batch: readonly string[] | undefined;
  /** Keys of the columns that an export has, in order; absent: those of the declaration. */
  exported: readonly string[] | undefined;
  /** What goes with rows that are deleted. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  deletion: ((rows: readonly any[]) => string) | undefined;
  onBatch: (move: string) => void;
  /** Gives one field of all that is chosen a value; absent: not here, or not by this person. */
  onBulk: (() => void) | undefined;
  /** One that was begun before and left is not over yet. */
  isBulkUnderWay: boolean;
  /** Buttons of the page's own for what is chosen. */
  children?: ReactNode;
}

/** How many stand open, those that take back or delete apart; on a phone all wait behind 更多. */
const OPEN = { desktop: { safe: 3, dangers: 2 }, mobile: { safe: 0, dangers: 0 } } as const;

/** What is chosen, over all pages, and what can be done with all of it: in place of the filters. */
export function SelectionBar(props: SelectionBarProps): ReactNode {
  const { list, keys, exported, children } = props;
  const open = OPEN[useIsMobile() ? 'mobile' : 'desktop'];
  const { safe, dangers } = useBatchActions(props);
  const rest = [...safe.slice(open.safe), ...dangers.slice(open.dangers)];
  const bar = useBarHeight();
  return (
    <div className="wb-selection" role="toolbar" aria-label="批量操作" ref={bar}>
      <Chosen list={list} keys={keys} />
      <span className="wb-selection-acts">
        <Open actions={safe.slice(0, open.safe)} />
        {children}
        <TagButton list={list} />
        <ExportButton list={list} columns={exported} />
      </span>
      {dangers.length + rest.length > 0 && (
        <span className="wb-selection-dangers">
          <Open actions={dangers.slice(0, open.dangers)} />
          {rest.length > 0 && <ActionButtons actions={rest} visible={0} look="plain" />}
        </span>
      )}
      <Button type="text" className="wb-selection-end" onClick={list.clearSelection}>
        取消选择
      </Button>
    </div>
  );
}

/** 打标 of what is chosen, for whoever may edit it; the choice is let go once it is done. */
function TagButton({ list }: Pick<SelectionBarProps, 'list'>): ReactNode {
  const { resource, selection } = list;
  const mayEdit = usePermission(`${resourceKey(resource)}:edit`);
  const [isOpen, setOpen] = useState(false);
  const [first] = list.rows as readonly Record<string, unknown>[];
  const tags = tagFieldOf(resource);
  if (!mayEdit || !tags || (first && !(tags.key in first))) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>批量打标</Button>
      {isOpen && (
        <TagDialog
          of={resource}
          scope={scopeOf(selection)}
          count={selectedCount(selection)}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) list.clearSelection();
          }}
        />
      )}
    </>
  );
}

/** Tells the styles of the list how high the bar is: what stays below it keeps clear of all its lines. */
const useBarHeight = (): ((bar: HTMLElement | null) => (() => void) | undefined) =>
  useCallback((bar) => {
    const style = bar?.closest<HTMLElement>('.wb-list')?.style;
    if (!bar || !style) return;
    const observer = new ResizeObserver(() => style.setProperty('--wb-bar', `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--wb-bar');
    };
  }, []);

const Open = ({ actions }: { actions: readonly RowAction[] }): ReactNode =>
  actions.length > 0 && <ActionButtons actions={actions} visible={actions.length} look="plain" />;

function useBatchActions(props: SelectionBarProps): {
  safe: RowAction[];
  dangers: RowAction[];
} {
  const { list, lifecycle, batch, deletion, onBatch } = props;
  const may = usePermissions();
  const [isDeleting, setDeleting] = useState(false);
  const { resource } = list;
  const safe: RowAction[] = [];
  const dangers: RowAction[] = [];
  const moves = batchMoves(lifecycle, list.params.tab, batch, may);
  for (const { name, title, move } of ableFirst(moves, list.selection)) {
    const danger = lifecycle !== undefined && isGrave(lifecycle, move);
    (danger ? dangers : safe).push({
      key: name,
      title: `批量${title}`,
      danger,
      onClick: () => onBatch(name),
    });
  }
  safe.push(...bulkAction(props));
  if (resource.kind === 'register' && may(`${resourceKey(resource)}:delete`))
    dangers.push({
      key: 'delete',
      title: '批量删除',
      danger: true,
      isBusy: isDeleting,
      onClick: () => {
        setDeleting(true);
        void deleteRows(list, deletion).finally(() => setDeleting(false));
      },
    });
  return { safe, dangers };
}

/** What most of the chosen rows can do stands first, in the order of the page; of everything found all may. */
function ableFirst<R extends Row>(moves: readonly OfferedMove[], selection: Selection<R>): readonly OfferedMove[] {
  if (selection.mode === 'all') return moves;
  const able = ({ move }: OfferedMove): number =>
    selection.rows.filter((row) => move.from.includes(String(row['status']))).length;
  return moves.toSorted((a, b) => able(b) - able(a));
}

function bulkAction({ list, onBulk, isBulkUnderWay }: SelectionBarProps): RowAction[] {
  const { resource } = list;
  if (!onBulk || !isBulkEdited(resource) || bulkKeys(resource).length === 0) return [];
  return [
    {
      key: 'bulkEdit',
      title: '批量修改',
      onClick: onBulk,
      ...(isBulkUnderWay ? { disabled: true, reason: '上一次批量修改还未查看结果' } : {}),
    },
  ];
}

function Chosen<R extends Row>({ list, keys }: { list: ListHandle<R>; keys: readonly string[] }): ReactNode {
  const { selection, total, totalText, rows } = list;
  const count = selectedCount(selection);
  const couldBeMore = selection.mode === 'rows' && total > rows.length && count < total;
  return (
    <span className="wb-selected" role="status">
      <span>
        {selection.mode === 'all' ? '已选全部' : '已选'}{' '}
        <strong>{selection.mode === 'all' ? (selection.totalText ?? count) : count}</strong> 条
      </span>
      {selection.mode === 'rows' && <SelectionSums of={list.resource} keys={keys} rows={selection.rows} />}
      {couldBeMore && (
        <Button type="link" onClick={list.selectAllFound}>
          选择全部 {totalText ?? total} 条
        </Button>
      )}
    </span>
  );
}

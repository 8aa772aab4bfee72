import type { ReactNode } from 'react';
import { isOnlyRead, resourceKey } from '#kit/model/resource.ts';
import { isDeletable, isDraft } from '#kit/model/draft-shape.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { confirmAction, toast, toastError } from '#ui/feedback.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import { useRowMoves } from '../lifecycle/use-row-moves.tsx';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { usePermissions } from '../session/access.ts';
import type { ListPageProps } from './list-page-props.ts';
import type { ListHandle } from './use-list.ts';

/** What may be done with rows, and the dialog that one of them has opened. */
export interface RowOperations<R extends Row = Row> {
  of: (row: R) => RowAction[];
  dialog: ReactNode;
}

interface RowOperationsProps<R extends Row> {
  onOpen: (row: R) => void;
  onEdit: (id: string) => void;
  /** It stays to be seen only: by the act of somebody else it belongs elsewhere. */
  isGone: (row: R) => boolean;
}

/**
 * Operations of rows, each in its place: the page's own, the moves, then the generic ones, and what
 * ends a row last. Postings are read only: they have operations where the page brings its own.
 */
export function useRowOperations<R extends Row>(
  props: ListPageProps<R>,
  list: ListHandle<R>,
  lifecycle: AnyLifecycle | undefined,
  { onOpen, onEdit, isGone }: RowOperationsProps<R>,
): RowOperations<R> | undefined {
  const { of, rowActions, form, lacks, deletion, moves } = props;
  const may = usePermissions();
  const isRead = isOnlyRead(of);
  const { movesOf, dialog } = useRowMoves<R>({
    lifecycle: of.kind === 'view' ? undefined : lifecycle,
    rows: list.rows,
    moves: moves && ((row) => (typeof moves === 'function' ? moves(row) : moves)),
    dialogs: props.dialogs,
    tab: list.params.tab ?? null,
  });
  if (isRead && !rowActions) return undefined;
  const detail = (row: R): RowAction => ({
    key: 'detail',
    title: '详情',
    onClick: () => onOpen(row),
  });
  const operationsOf = (row: R): RowAction[] => {
    if (isGone(row)) return of.kind === 'view' ? [] : [detail(row)];
    const all = rowActions?.(row, list) ?? [];
    if (of.kind === 'view') return [...all];
    const lacking = lacks?.(row) ?? [];
    const permits = (verb: 'edit' | 'delete'): boolean => !lacking.includes(verb) && may(`${resourceKey(of)}:${verb}`);
    const isRegister = of.kind === 'register';
    const isEditable = isRegister || (form !== null && isDraft(of, row['status']));
    const isRemoved = (isRegister || isDeletable(of, row['status'])) && permits('delete');
    const actions: (RowAction | false)[] = [
      ...all.filter(({ isRare }) => !isRare),
      isEditable && permits('edit') && editing(() => onEdit(row.id)),
      ...movesOf(row),
      ...all.filter(({ isRare }) => isRare),
      detail(row),
      isRemoved && removal(() => void deleteRow(list, row, deletion)),
    ];
    return inPlace(actions.filter((one) => one !== false));
  };
  return { of: operationsOf, dialog };
}

const editing = (onClick: () => void): RowAction => ({ key: 'edit', title: '编辑', onClick });
const removal = (onClick: () => void): RowAction => ({
  key: 'delete',
  title: '删除',
  danger: true,
  onClick,
});

/** What can be done stands first, what cannot be done now behind it, what ends a row last. */
export function inPlace(actions: readonly RowAction[]): RowAction[] {
  const rank = ({ danger = false, disabled = false, isBusy = false, reason }: RowAction): number =>
    danger ? 2 : disabled && !isBusy && reason !== undefined ? 1 : 0;
  return actions.toSorted((a, b) => rank(a) - rank(b));
}

async function deleteRow<R extends Row>(
  { resource }: ListHandle<R>,
  row: R,
  deletion: ListPageProps<R>['deletion'],
): Promise<void> {
  const isAgreed = await confirmAction({
    title: `删除${resource.title}“${labelOf(resource, row)}”？`,
    content: deletion?.([row]) ?? '删除后不可恢复。',
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return;
  try {
    const { message } = await callResource(resource, 'delete', {
      query: { id: row.id },
    });
    toast.done(message);
  } catch (error) {
    toastError(error);
  }
  void refreshResource(resource);
}

import type { ReactNode } from 'react';
import { resourceKey } from '#kit/model/resource.ts';
import { isDeletable, isDraft } from '#kit/model/draft-shape.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { ask, say, tell } from '#ui/feedback.tsx';
import { ActionButtons, MoveButtons, type RowAction } from '../lifecycle/move-buttons.tsx';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { usePermissions } from '../session/access.ts';
import type { ListPageProps } from './list-page-props.ts';
import type { ListHandle } from './use-list.ts';

/** Operations of a row: the page's own, the moves, then the generic ones; two open, the rest in 更多. */
export function RowOperations<R extends Row>({
  of,
  row,
  list,
  lifecycle,
  rowActions,
  moves,
  dialogs,
  form,
  lacks,
  deletion,
  onOpen,
  onEdit,
}: Pick<
  ListPageProps<R>,
  'of' | 'rowActions' | 'moves' | 'dialogs' | 'form' | 'lacks' | 'deletion'
> & {
  row: R;
  list: ListHandle<R>;
  lifecycle: AnyLifecycle | undefined;
  onOpen: (row: R) => void;
  onEdit: (id: string) => void;
}): ReactNode {
  const may = usePermissions();
  const lacking = lacks?.(row) ?? [];
  const permits = (verb: 'edit' | 'delete'): boolean =>
    !lacking.includes(verb) && may(`${resourceKey(of)}:${verb}`);
  const all = rowActions?.(row, list) ?? [];
  const own = all.filter(({ isRare }) => !isRare);
  if (of.kind === 'view') return <ActionButtons actions={all} />;
  const isRegister = of.kind === 'register';
  const isEditable = isRegister || (form !== null && isDraft(of, row['status']));
  const edit: RowAction[] =
    isEditable && permits('edit')
      ? [{ key: 'edit', title: '编辑', onClick: () => onEdit(row.id) }]
      : [];
  const rest: RowAction[] = [
    ...all.filter(({ isRare }) => isRare),
    { key: 'detail', title: '详情', onClick: () => onOpen(row) },
  ];
  if ((isRegister || isDeletable(of, row['status'])) && permits('delete'))
    rest.push({
      key: 'delete',
      title: '删除',
      danger: true,
      onClick: () => void deleteRow(list, row, deletion),
    });
  if (!lifecycle) return <ActionButtons actions={[...own, ...edit, ...rest]} />;
  return (
    <MoveButtons
      lifecycle={lifecycle}
      row={row}
      moves={typeof moves === 'function' ? moves(row) : moves}
      dialogs={dialogs}
      first={[...own, ...edit]}
      more={rest}
      look="links"
    />
  );
}

async function deleteRow<R extends Row>(
  { resource }: ListHandle<R>,
  row: R,
  deletion: ListPageProps<R>['deletion'],
): Promise<void> {
  const isAgreed = await ask({
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
    say.done(message);
  } catch (error) {
    tell(error);
  }
  void refreshResource(resource);
}

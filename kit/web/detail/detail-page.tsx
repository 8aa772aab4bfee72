import { useState, type ReactNode } from 'react';
import { isDraft } from '#kit/model/draft-shape.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { usePage, usePageTitle } from '#ui/page/page-context.ts';
import { labelOf } from '../audit-fields.ts';
import { useRequestedForm } from '../form/use-requested-form.ts';
import { DraftDrawer, ResourceForm } from '../lazy-form.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import type { ListPageProps } from '../list/list-page-props.ts';
import { usePermission } from '../session/access.ts';
import type { DetailSlots } from './detail-slots.ts';
import { ResourceDetail } from './resource-detail.tsx';
import { useRow, type DetailRow } from './use-row.ts';

export interface DetailPageProps<R = DetailRow> extends DetailSlots<R> {
  of: AnyResource;
  /** That of the page's address by default. */
  id?: string | undefined;
  /** What stands before its number in the tab of the page; the title of its kind by default. */
  called?: string | undefined;
  /** Form of the page's own to edit it; that of the declaration where absent. */
  form?: ListPageProps['form'];
  /** Where it is edited on a page of its own. */
  editPath?: ((id: string) => string) | undefined;
}

/**
 * The page of a row: head, facts, lines, history, and what its slots add. It is edited as its kind allows: a
 * register always, a document as long as it is a draft. It says by itself that it is awaited, not there, or
 * could not be read.
 */
export function DetailPage(props: DetailPageProps): ReactNode {
  const { of, called = of.title, form, editPath, ...slots } = props;
  const page = usePage();
  const id = props.id ?? page.params['id'] ?? '';
  const [isEditing, setEditing] = useState(false);
  useRequestedForm(of, (requested) => setEditing(requested === id));
  const { data: row } = useRow(of, id);
  usePageTitle(row ? `${called} ${labelOf(of, row)}` : undefined);
  const mayEdit = usePermission(`${resourceKey(of)}:edit`);
  const edit = (): void => (editPath ? page.open(editPath(id)) : setEditing(true));
  const editing = (shown: DetailRow): RowAction[] =>
    mayEdit && (of.kind === 'register' || isDraft(of, shown['status']))
      ? [{ key: 'edit', title: '编辑', isQuiet: of.kind === 'document', onClick: edit }]
      : [];
  return (
    <>
      <ResourceDetail
        {...slots}
        of={of}
        id={id}
        first={(shown) => [...editing(shown), ...(slots.first?.(shown) ?? [])]}
      />
      {isEditing && !editPath && <Editor {...{ of, id, form }} onClose={() => setEditing(false)} />}
    </>
  );
}

function Editor({
  of,
  form: OwnForm,
  ...editing
}: Pick<DetailPageProps, 'of' | 'form'> & { id: string; onClose: () => void }): ReactNode {
  if (OwnForm) return <OwnForm {...editing} />;
  return of.draft ? <DraftDrawer of={of} {...editing} /> : <ResourceForm of={of} {...editing} />;
}

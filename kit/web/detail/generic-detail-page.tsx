import { useState, type ReactNode } from 'react';
import { isDraft } from '#kit/model/draft-shape.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { findResource } from '../declarations.ts';
import { useWantedForm } from '../form/use-wanted-form.ts';
import { DraftDrawer, ResourceForm } from '../lazy-form.tsx';
import type { ListPageProps } from '../list/list-page-props.ts';
import { usePermissions } from '../session/access.ts';
import { usePage, usePageTitle } from '#ui/page/page-context.ts';
import { ResourceDetail, type ResourceDetailProps } from './resource-detail.tsx';
import { useRow } from './use-row.ts';

/** The page behind `/detail/<module>/<resource>/<id>`, unless a module has registered its own. */
export function GenericDetailPage(): ReactNode {
  const { params } = usePage();
  const key = `${params['module']}:${params['resource']}`;
  const resource = findResource(key);
  if (!resource) return <BlankState tone="bad" title={<h1>页面不存在</h1>} text={`没有资源 ${key}`} />;
  return <DetailPage of={resource} id={params['id'] ?? ''} />;
}

export interface DetailPageProps {
  of: AnyResource;
  id: string;
  /** Form of the page's own to edit it; that of the declaration where absent. */
  form?: ListPageProps['form'];
  /** What stands in place of the face of a field, by key. */
  facts?: ResourceDetailProps['facts'];
}

/** A row on a page of its own, to be edited as its kind allows. */
export function DetailPage({ of, id, form, facts }: DetailPageProps): ReactNode {
  const may = usePermissions();
  const [isEditing, setEditing] = useState(false);
  useWantedForm(of, (wanted) => setEditing(wanted === id));
  const { data: row } = useRow(of, id);
  usePageTitle(row ? `${of.title} ${labelOf(of, row)}` : undefined);
  const mayEdit = may(`${resourceKey(of)}:edit`);
  return (
    <>
      <ResourceDetail
        of={of}
        id={id}
        facts={facts}
        actions={({ status }) =>
          mayEdit && (of.kind === 'register' || isDraft(of, status))
            ? [{ key: 'edit', title: '编辑', onClick: () => setEditing(true) }]
            : []
        }
      />
      {isEditing && <Editor {...{ of, id, form }} onClose={() => setEditing(false)} />}
    </>
  );
}

function Editor({ of, form: OwnForm, ...editing }: DetailPageProps & { onClose: () => void }): ReactNode {
  if (OwnForm) return <OwnForm {...editing} />;
  return of.draft ? <DraftDrawer of={of} {...editing} /> : <ResourceForm of={of} {...editing} />;
}

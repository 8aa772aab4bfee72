import { useState, type ReactNode } from 'react';
import { resourceKey } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import { BlankState } from '../blank-state.tsx';
import { findResource } from '../declarations.ts';
import { useWantedForm } from '../form/use-wanted-form.ts';
import { ResourceForm } from '../lazy-form.tsx';
import { usePermissions } from '../session/access.ts';
import { usePage, usePageTitle } from '../shell/page-context.ts';
import { ResourceDetail } from './resource-detail.tsx';
import { useRow } from './use-row.ts';

/** The page behind `/detail/<module>/<resource>/<id>`, unless a module has registered its own. */
export function GenericDetailPage(): ReactNode {
  const { params } = usePage();
  const key = `${params['module']}:${params['resource']}`;
  const resource = findResource(key);
  if (!resource)
    return <BlankState tone="bad" title={<h1>页面不存在</h1>} text={`没有资源 ${key}`} />;
  return <DetailPage of={resource} id={params['id'] ?? ''} />;
}

function DetailPage({
  of,
  id,
}: {
  of: Parameters<typeof ResourceDetail>[0]['of'];
  id: string;
}): ReactNode {
  const may = usePermissions();
  const [isEditing, setEditing] = useState(false);
  useWantedForm(of, (wanted) => setEditing(wanted === id));
  const { data: row } = useRow(of, id);
  usePageTitle(row ? `${of.title} ${labelOf(of, row)}` : undefined);
  const mayEdit = of.kind === 'register' && may(`${resourceKey(of)}:edit`);
  return (
    <>
      <ResourceDetail
        of={of}
        id={id}
        actions={() =>
          mayEdit ? [{ key: 'edit', title: '编辑', onClick: () => setEditing(true) }] : []
        }
      />
      {isEditing && <ResourceForm of={of} id={id} onClose={() => setEditing(false)} />}
    </>
  );
}

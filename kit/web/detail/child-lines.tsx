import { Button, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '../cells/faces.ts';
import { findLifecycle, findResource } from '../declarations.ts';
import { ask, say, tell } from '../feedback.tsx';
import { call } from '../http.ts';
import { ResourceForm } from '../lazy-form.tsx';
import { ActionButtons, type RowAction } from '../lifecycle/move-buttons.tsx';
import { listColumns } from '../list/columns.tsx';
import { plainColumns, widthOf } from '../list/plain-columns.tsx';
import { refreshResource } from '../query-client.ts';
import { usePermissions } from '../session/access.ts';
import type { DetailRow } from './use-row.ts';

/** The child rows of a row, one table per child resource; children that are registers are edited here. */
export function ChildLines({ of, row }: { of: AnyResource; row: DetailRow }): ReactNode {
  const lines = Object.entries((of.lines ?? {}) as Readonly<Record<string, string>>);
  return lines.map(([key, back]) => {
    const child = findResource(key);
    const rows = child && row.lines?.[child.name];
    if (!child || !rows) return null;
    return (
      <ChildPart key={key} parent={of} parentId={row.id} child={child} back={back} rows={rows} />
    );
  });
}

interface ChildPartProps {
  parent: AnyResource;
  parentId: string;
  child: AnyResource;
  /** Field of the child that points back. */
  back: string;
  rows: readonly Row[];
}

function ChildPart({ parent, parentId, child, back, rows }: ChildPartProps): ReactNode {
  const may = usePermissions();
  const [edited, setEdited] = useState<{ id?: string } | null>(null);
  const permits = (verb: string): boolean =>
    child.kind === 'register' && may(`${resourceKey(child)}:${verb}`);
  const actionsOf = (line: Row): RowAction[] => [
    ...(permits('edit')
      ? [{ key: 'edit', title: '编辑', onClick: () => setEdited({ id: line.id }) }]
      : []),
    ...(permits('delete')
      ? [{ key: 'delete', title: '删除', onClick: () => void deleteLine(parent, child, line) }]
      : []),
  ];
  return (
    <section className="wb-detail-part">
      <h2>
        {child.title}
        <span className="wb-part-count">{rows.length}</span>
        {permits('add') && (
          <Button size="small" onClick={() => setEdited({})}>
            新增
          </Button>
        )}
      </h2>
      {rows.length === 0 ? (
        <p className="wb-part-none">没有{child.title}</p>
      ) : (
        <ChildTable child={child} back={back} rows={rows} actionsOf={actionsOf} />
      )}
      {edited && (
        <ResourceForm
          of={child}
          id={edited.id}
          initial={{ [back]: parentId }}
          layout={childLayout(child, back)}
          onClose={() => setEdited(null)}
          onSaved={() => void refreshResource(parent)}
        />
      )}
    </section>
  );
}

const OPERATIONS_WIDTH = 110;

function ChildTable({
  child,
  back,
  rows,
  actionsOf,
}: Pick<ChildPartProps, 'child' | 'back' | 'rows'> & {
  actionsOf: (line: Row) => RowAction[];
}): ReactNode {
  const keys = (child.list as readonly string[]).filter((key) => key !== back);
  const columns = listColumns(child, findLifecycle(child), keys);
  const hasOperations = rows.some((line) => actionsOf(line).length > 0);
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      dataSource={rows as Row[]}
      pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
      scroll={{ x: widthOf(columns) + (hasOperations ? OPERATIONS_WIDTH : 0) }}
      columns={[
        ...plainColumns(columns),
        ...(hasOperations
          ? [
              {
                key: 'operations',
                title: '操作',
                width: OPERATIONS_WIDTH,
                render: (_: unknown, line: Row) => <ActionButtons actions={actionsOf(line)} />,
              },
            ]
          : []),
      ]}
    />
  );
}

/** The field that points back is the parent's business, not the user's. */
const childLayout = (child: AnyResource, back: string): string[][] =>
  (child.form as readonly (readonly string[])[]).map((keys) => keys.filter((key) => key !== back));

async function deleteLine(parent: AnyResource, child: AnyResource, line: Row): Promise<void> {
  const isAgreed = await ask({
    title: `删除${child.title}“${labelOf(child, line)}”？`,
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return;
  try {
    const { message } = await call('DELETE', `/${child.module}/${child.name}/delete`, {
      query: { id: line.id },
    });
    say.done(message);
  } catch (error) {
    tell(error);
  }
  void refreshResource(parent);
}

import { Button, Skeleton, Table } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fetched } from '#ui/fetched.tsx';
import { findLifecycle, findResource } from '../declarations.ts';
import { confirmAction, toast, toastError } from '#ui/feedback.tsx';
import { ResourceForm } from '../lazy-form.tsx';
import { ActionButtons } from '../lifecycle/move-buttons.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import { listColumns } from '../list/columns.tsx';
import { withRoom } from '../list/column-widths.ts';
import type { ListColumn } from '../list/list-column.ts';
import { RowCards } from '../list/row-cards.tsx';
import { plainColumns, widthOf } from '../list/plain-columns.tsx';
import { movedUp, stacked } from '../list/stack.tsx';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { usePermissions } from '../session/access.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { useOptionalPage, type Page } from '#ui/page/page-context.ts';
import { onSocketMessage } from '../live/socket-messages.ts';
import { detailPath } from './detail-path.ts';
import { isTypedInGrid } from '../lines/line-rows.ts';
import type { DetailRow } from './use-row.ts';

const LineEditor = fetched(
  () => import('../lines/line-editor.tsx').then((module) => module.LineEditor),
  <Skeleton active />,
);

/** The child rows of a row, one table per child resource; children that are registers are edited here. */
export function ChildLines({
  of,
  row,
  onDirty,
}: {
  of: AnyResource;
  row: DetailRow;
  /** Something is typed and not stored yet. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
}): ReactNode {
  const lines = Object.entries((of.lines ?? {}) as Readonly<Record<string, string>>);
  return lines.map(([key, back]) => {
    const child = findResource(key);
    const rows = child && row.lines?.[child.name];
    if (!child || !rows) return null;
    return (
      <ChildPart key={key} parent={of} parentId={row.id} child={child} back={back} rows={rows} onDirty={onDirty} />
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
  onDirty?: ((isDirty: boolean) => void) | undefined;
}

function ChildPart(props: ChildPartProps): ReactNode {
  const { parent, child, back } = props;
  useEffect(
    () =>
      onSocketMessage('changed', ({ resource }) => {
        if (resource !== resourceKey(child)) return;
        // Without its code the next opening shows them.
        void import('../live/changed-lists.ts').then(
          ({ reloadSoon }) => reloadSoon(resourceKey(parent)),
          () => undefined,
        );
      }),
    [parent, child],
  );
  return isTypedInGrid(child, back) ? <TypedPart {...props} /> : <DrawerPart {...props} />;
}

/** Lines that are all typed in one grid. */
function TypedPart(props: ChildPartProps): ReactNode {
  const { parent, child, back, rows, onDirty } = props;
  const may = usePermissions();
  const [isEditing, setEditing] = useState(false);
  const mayChange = ['add', 'edit', 'delete'].some((verb) => may(`${resourceKey(child)}:${verb}`));
  return (
    <section className="wb-detail-part">
      <ChildHead child={child} rows={rows}>
        {mayChange && !isEditing && (
          <Button size="small" onClick={() => setEditing(true)}>
            {rows.length === 0 ? `录入${child.title}` : `编辑${child.title}`}
          </Button>
        )}
      </ChildHead>
      {isEditing ? (
        <LineEditor
          {...props}
          onDirty={(isDirty) => onDirty?.(isDirty)}
          onClose={() => {
            setEditing(false);
            onDirty?.(false);
          }}
          onSaved={() => void refreshResource(parent)}
        />
      ) : rows.length === 0 ? (
        <p className="wb-part-none">没有{child.title}</p>
      ) : (
        <ChildTable child={child} back={back} rows={rows} actionsOf={() => []} />
      )}
    </section>
  );
}

/** Lines with more to them than a table shows: each is edited in a drawer. */
function DrawerPart({ parent, parentId, child, back, rows }: ChildPartProps): ReactNode {
  const may = usePermissions();
  const [edited, setEdited] = useState<{ id?: string } | null>(null);
  const permits = (verb: string): boolean => child.kind === 'register' && may(`${resourceKey(child)}:${verb}`);
  const actionsOf = (line: Row): RowAction[] => [
    ...(permits('edit') ? [{ key: 'edit', title: '编辑', onClick: () => setEdited({ id: line.id }) }] : []),
    ...(permits('delete')
      ? [{ key: 'delete', title: '删除', onClick: () => void deleteLine(parent, child, line) }]
      : []),
  ];
  return (
    <section className="wb-detail-part">
      <ChildHead child={child} rows={rows}>
        {permits('add') && (
          <Button size="small" onClick={() => setEdited({})}>
            新增
          </Button>
        )}
      </ChildHead>
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

function ChildHead({
  child,
  rows,
  children,
}: Pick<ChildPartProps, 'child' | 'rows'> & { children: ReactNode }): ReactNode {
  return (
    <h2>
      {child.title}
      <span className="wb-part-count">{rows.length}</span>
      {children}
    </h2>
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
  const page = useOptionalPage();
  const isMobile = useIsMobile();
  // As in its own list, two lines a cell, so that no table runs sideways; on a card each value has its title.
  const all = movedUp(listColumns<Row>(child, findLifecycle(child)), ({ key }) => key !== back).map((column) =>
    childColumn(child, column, rows.length, page),
  );
  // What no line says anything in, as why it was reversed, is no column.
  const visible = all.filter(({ hiddenByDefault, isBlank }) => !hiddenByDefault && !(isBlank && rows.every(isBlank)));
  const columns = withRoom(isMobile ? all : stacked(visible, all), rows);
  const hasOperations = rows.some((line) => actionsOf(line).length > 0);
  const operations = (line: Row): ReactNode => <ActionButtons actions={actionsOf(line)} />;
  if (isMobile)
    return (
      <RowCards label={child.title} rows={rows} columns={columns} operations={hasOperations ? operations : undefined} />
    );
  return (
    <ScrollRegion label={hasOperations ? undefined : `${child.title}表格`}>
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
                  render: (_: unknown, line: Row) => operations(line),
                },
              ]
            : []),
        ]}
      />
    </ScrollRegion>
  );
}

/** `k/n` where a field counts the lines; the name of a line that has lines of its own opens it. */
function childColumn(child: AnyResource, column: ListColumn, count: number, page: Page | null): ListColumn {
  if ((child.fields as Fields)[column.key]?.ordinal)
    return { ...column, width: 60, render: (line) => `${String(line[column.key])}/${count}` };
  // Numbers that nobody sorts by need no room for the arrows.
  if (column.align === 'right') return { ...column, width: Math.max(column.width - 18, 76) };
  if (column.key !== child.label || !child.lines || !page) return column;
  return {
    ...column,
    render: (line) => (
      <button type="button" className="wb-row-name" onClick={() => page.open(detailPath(child, line.id))}>
        {labelOf(child, line)}
      </button>
    ),
  };
}

/** The field that points back is the parent's business, not the user's. */
const childLayout = (child: AnyResource, back: string): string[][] =>
  (child.form as readonly (readonly string[])[]).map((keys) => keys.filter((key) => key !== back));

async function deleteLine(parent: AnyResource, child: AnyResource, line: Row): Promise<void> {
  const isAgreed = await confirmAction({
    title: `删除${child.title}“${labelOf(child, line)}”？`,
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return;
  try {
    const { message } = await callResource(child, 'delete', {
      query: { id: line.id },
    });
    toast.done(message);
  } catch (error) {
    toastError(error);
  }
  void refreshResource(parent);
}

import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import { findLifecycle } from '../declarations.ts';
import { HelpButton } from '../help/help-button.tsx';
import { HistoryTimeline } from '../lifecycle/history-timeline.tsx';
import { ActionButtons, MoveButtons } from '../lifecycle/move-buttons.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import type { MoveDialogs } from '../lifecycle/move-dialog.tsx';
import { StagePath } from '../lifecycle/stage-path.tsx';
import { StateTag } from '../lifecycle/state-tag.tsx';
import { PRINT_ACTION } from '../print/print-page.ts';
import { RowFault } from './row-fault.tsx';
import { ChildLines } from './child-lines.tsx';
import { AuditLine, detailKeys, FieldList } from './field-list.tsx';
import { Neighbours } from './neighbours.tsx';
import { useRow, type DetailRow } from './use-row.ts';
import './detail.css';

export interface ResourceDetailProps {
  of: AnyResource;
  id: string;
  /** Level of its heading: 1 on a page of its own (default), 2 beside another. */
  level?: 1 | 2 | undefined;
  /** Columns of the field list, 1 to 4. */
  columns?: 1 | 2 | 3 | 4 | undefined;
  /** Keys to show; the form's fields and then all others by default. */
  keys?: readonly string[] | undefined;
  /** What stands in place of the face of a field, by key. */
  facts?: Readonly<Record<string, (row: DetailRow) => ReactNode>> | undefined;
  /** Moves by name, in the order to offer them; all legal ones by default. */
  moves?: readonly string[] | undefined;
  dialogs?: MoveDialogs | undefined;
  /** Operations of the page's own behind the moves. */
  actions?: ((row: DetailRow) => readonly RowAction[]) | undefined;
  /** Parts of the page's own between the fields and the child rows, e.g. slots. */
  children?: ((row: DetailRow) => ReactNode) | undefined;
  /** Stands below its child rows. */
  below?: ((row: DetailRow) => ReactNode) | undefined;
  /** Shows another row of the list in place of this one; its page by default, null: not now. */
  onGo?: ((id: string) => void) | null | undefined;
  /** Something is typed in its child rows and not stored yet. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
}

/** A row on its own: name and state, its moves, its fields, its child rows, its history. */
export function ResourceDetail(props: ResourceDetailProps): ReactNode {
  const { of, id } = props;
  const { data: row, error, refetch } = useRow(of, id);
  if (error && !row) return <RowFault of={of} error={error} level={props.level} onRetry={() => void refetch()} />;
  if (!row) return <Skeleton active className="wb-page-wait" />;
  return <DetailBody {...props} row={row} />;
}

function DetailBody(props: ResourceDetailProps & { row: DetailRow }): ReactNode {
  const { of, row, columns = 3, keys, facts = {}, children, below } = props;
  const lifecycle = findLifecycle(of);
  return (
    <article className="wb-detail">
      <DetailHead {...props} />
      <section className="wb-detail-part">
        <FieldList
          fields={of.fields as Fields}
          keys={keys ?? detailKeys(of)}
          row={row}
          columns={columns}
          facts={Object.fromEntries(Object.entries(facts).map(([key, show]) => [key, show(row)]))}
        />
        <AuditLine row={row} />
      </section>
      {children?.(row)}
      <ChildLines of={of} row={row} onDirty={props.onDirty} />
      {below?.(row)}
      {lifecycle && (
        <section className="wb-detail-part">
          <h2>流转记录</h2>
          <HistoryTimeline lifecycle={lifecycle} id={row.id} />
        </section>
      )}
    </article>
  );
}

/** Name, state and kind of a row, and what can be done with it. */
function DetailHead({
  of,
  row,
  level = 1,
  moves,
  dialogs,
  actions,
  onGo,
}: ResourceDetailProps & { row: DetailRow }): ReactNode {
  const lifecycle = findLifecycle(of);
  const own = [...(actions?.(row) ?? []), PRINT_ACTION];
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <header className="wb-detail-head">
      <Heading className="wb-detail-name">{labelOf(of, row)}</Heading>
      {lifecycle && <StateTag lifecycle={lifecycle} state={String(row['status'] ?? '')} />}
      <span className="wb-detail-kind">{of.title}</span>
      {level === 1 && <HelpButton />}
      <Neighbours of={of} id={row.id} onGo={onGo} />
      {lifecycle ? (
        <MoveButtons lifecycle={lifecycle} row={row} moves={moves} dialogs={dialogs} more={own} visible={4} />
      ) : (
        <ActionButtons actions={own} visible={4} look="buttons" />
      )}
      {lifecycle && <StagePath lifecycle={lifecycle} state={String(row['status'] ?? '')} />}
    </header>
  );
}

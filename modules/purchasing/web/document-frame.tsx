import { Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import {
  CopyButton,
  HelpButton,
  MoveButtons,
  Neighbours,
  PRINT_ACTION,
  StagePath,
  StateTag,
  usePage,
  usePageTitle,
  usePermission,
  RowFault,
  useRow,
  useWantedForm,
  type DetailRow,
  type MoveDialogs,
} from '#kit/web/index.ts';

export interface DocumentFrameProps<R extends AnyResource> {
  of: R;
  lifecycle: AnyLifecycle;
  /** Field with its number. */
  numberKey: string;
  numberTitle: string;
  form: (props: { id?: string | undefined; onClose: () => void }) => ReactNode;
  dialogs?: MoveDialogs;
  children: (row: DetailRow<R>) => ReactNode;
}

/** The page of a document that the accounts work on: its head, and the parts it is made of. */
export function DocumentFrame<R extends AnyResource>(props: DocumentFrameProps<R>): ReactNode {
  const { of, numberKey, form: OwnForm, children } = props;
  const id = usePage().params['id'] ?? '';
  const [isEditing, setEditing] = useState(false);
  useWantedForm(of, (wanted) => setEditing(wanted === id));
  const { data, error, refetch } = useRow(of, id);
  const number = String((data as Record<string, unknown> | undefined)?.[numberKey] ?? '');
  usePageTitle(data ? `${of.title} ${number}` : undefined);
  if (error && !data) return <RowFault of={of} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return (
    <article className="wb-detail">
      <FrameHead {...props} row={data} number={number} onEdit={() => setEditing(true)} />
      {children(data)}
      {isEditing && <OwnForm id={id} onClose={() => setEditing(false)} />}
    </article>
  );
}

function FrameHead<R extends AnyResource>({
  of,
  lifecycle,
  numberTitle,
  dialogs,
  row,
  number,
  onEdit,
}: DocumentFrameProps<R> & {
  row: DetailRow<R>;
  number: string;
  onEdit: () => void;
}): ReactNode {
  const mayEdit = usePermission(`${resourceKey(of)}:edit`);
  const status = String((row as Record<string, unknown>)['status']);
  return (
    <header className="wb-detail-head">
      <h1 className="wb-detail-name">{number}</h1>
      <CopyButton text={number} what={numberTitle} />
      <StateTag lifecycle={lifecycle} state={status} />
      <span className="wb-detail-kind">{of.title}</span>
      <HelpButton />
      <Neighbours of={of} id={row.id} />
      <MoveButtons
        lifecycle={lifecycle}
        row={row}
        dialogs={dialogs}
        more={[
          ...(status === lifecycle.initial && mayEdit ? [{ key: 'edit', title: '编辑', onClick: onEdit }] : []),
          PRINT_ACTION,
        ]}
        visible={4}
      />
      <StagePath lifecycle={lifecycle} state={status} />
    </header>
  );
}

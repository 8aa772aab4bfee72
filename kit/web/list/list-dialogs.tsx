import type { ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import type { Row } from '#ui/cells/faces.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { detailPath } from '../detail/detail-path.ts';
import type { ResourceDetailProps } from '../detail/resource-detail.tsx';
import { DraftDrawer, ResourceForm } from '../lazy-form.tsx';
import { KeysDialog } from '../lazy-keys-dialog.tsx';
import { BatchMove, DetailDrawer } from '../lazy-list-dialogs.tsx';
import type { KeysDialogProps } from './keys-dialog.tsx';
import type { ListPageProps } from './list-page-props.ts';
import type { ListHandle } from './use-list.ts';

export type ListDialog =
  | { kind: 'form'; id?: string }
  | { kind: 'detail'; id: string }
  | { kind: 'batch'; move: string; scope: BatchScope }
  | { kind: 'keys' };

/** What a list opens: a form, the detail of a row, a move over many, what its keys do. */
export function ListDialogs<R extends Row>({
  dialog,
  list,
  lifecycle,
  form: OwnForm,
  subjects,
  facts,
  onRepair,
  may,
  onDialog,
}: {
  dialog: ListDialog | null;
  list: ListHandle<R>;
  lifecycle: AnyLifecycle | undefined;
  form: ListPageProps['form'];
  subjects: ListPageProps['subjects'];
  facts: ResourceDetailProps['facts'];
  onRepair: ListPageProps['onRepair'];
  /** What this person may do with rows here. */
  may: KeysDialogProps['may'];
  onDialog: (dialog: ListDialog | null) => void;
}): ReactNode {
  const page = useOptionalPage();
  const close = (): void => onDialog(null);
  if (dialog?.kind === 'form' && OwnForm) return <OwnForm id={dialog.id} onClose={close} />;
  if (dialog?.kind === 'form') {
    const { resource: of } = list;
    return of.draft ? (
      <DraftDrawer of={of} id={dialog.id} onClose={close} />
    ) : (
      <ResourceForm of={of} id={dialog.id} onClose={close} />
    );
  }
  if (dialog?.kind === 'detail')
    return (
      <DetailDrawer
        of={list.resource}
        id={dialog.id}
        facts={facts}
        onClose={close}
        onEdit={() => onDialog({ kind: 'form', id: dialog.id })}
        onGo={(id) => onDialog({ kind: 'detail', id })}
      />
    );
  if (dialog?.kind === 'batch' && lifecycle)
    return (
      <BatchMove
        lifecycle={lifecycle}
        move={dialog.move}
        scope={dialog.scope}
        subjects={subjects}
        onClose={close}
        onOpen={page ? (id) => page.open(detailPath(list.resource, id)) : undefined}
        onRepair={onRepair}
        onDone={list.clearSelection}
      />
    );
  if (dialog?.kind === 'keys') return <KeysDialog lifecycle={lifecycle} may={may} onClose={close} />;
  return null;
}

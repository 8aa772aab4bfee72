import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { draftShape, isDraft, type DraftShape } from '#kit/model/draft-shape.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { RowFault } from '../detail/row-fault.tsx';
import { findResource } from '../declarations.ts';
import { detailPath } from '../detail/detail-path.ts';
import { useRow, type DetailRow } from '../detail/use-row.ts';
import { usePermission } from '../session/access.ts';
import { HelpButton } from '../help/help-button.tsx';
import { usePage, usePageTitle } from '#ui/page/page-context.ts';
import { DraftForm, type DraftState } from './draft-form.tsx';
import type { DraftSlots } from './draft-slots.ts';
import { SUBMIT } from './use-document-draft.ts';

export interface DraftPageProps extends DraftSlots {
  of: AnyResource;
}

/**
 * A document as a draft on a page of its own: a new one, or that of `:id` in its path. Stored, it can
 * be left and edited again; once submitted, it follows its lifecycle.
 */
export function DraftPage({ of, ...slots }: DraftPageProps): ReactNode {
  const { params, close } = usePage();
  const id = params['id'];
  const isAllowed = usePermission(`${resourceKey(of)}:${id ? 'edit' : 'add'}`);
  const { data, error, isFetchedAfterMount, refetch } = useRow(of, id);
  const closing = <Button onClick={close}>关闭此页</Button>;
  if (!isAllowed) return <BlankState tone="bad" title={<h1>没有权限，请联系管理员授权</h1>} actions={closing} />;
  if (id && error && !data) return <RowFault of={of} error={error} onRetry={() => void refetch()} />;
  if (id && !isFetchedAfterMount) return <Skeleton active className="wb-page-wait" />;
  return <Editor of={of} slots={slots} row={data} />;
}

interface EditorProps {
  of: AnyResource;
  slots: DraftSlots;
  row: DetailRow | undefined;
}

/** What was a draft when it was opened stays to be read, whatever others do to it meanwhile. */
function Editor({ of, slots, row }: EditorProps): ReactNode {
  const [opened] = useState(row);
  const [shape] = useState(() => draftShape(of, findResource));
  return opened && !isDraft(of, opened['status']) ? (
    <HandedIn of={of} row={opened} />
  ) : (
    <Draft shape={shape} slots={slots} row={opened} />
  );
}

/** Somebody has handed it in, or thrown it away. */
function HandedIn({ of, row }: { of: AnyResource; row: DetailRow }): ReactNode {
  const { open } = usePage();
  return (
    <BlankState
      title={<h1>{of.title}不再是草稿</h1>}
      text={`${labelOf(of, row)} 已提交或作废，不能再编辑。`}
      actions={
        <Button type="primary" onClick={() => open(detailPath(of, row.id))}>
          查看{of.title}
        </Button>
      }
    />
  );
}

function Draft({ shape, slots, row }: Pick<EditorProps, 'slots' | 'row'> & { shape: DraftShape }): ReactNode {
  const { resource } = shape;
  const page = usePage();
  const { add = `新增${resource.title}`, edit = (label: string) => `编辑${resource.title} ${label}` } =
    slots.titles ?? {};
  const titleOf = (before: DetailRow | undefined): string => (before ? edit(labelOf(resource, before)) : add);
  return (
    <article className="wb-draft">
      <DraftForm
        shape={shape}
        slots={slots}
        row={row}
        titleOf={titleOf}
        heading={(before) => <Heading title={titleOf(before)} tab={before && `编辑 ${labelOf(resource, before)}`} />}
        onDone={(id) => {
          page.close();
          page.open(detailPath(resource, id));
        }}
        actions={(state) => <Actions of={resource} {...state} onCancel={page.close} />}
      />
    </article>
  );
}

function Heading({ title, tab }: { title: string; tab: string | undefined }): ReactNode {
  usePageTitle(tab);
  return (
    <header className="wb-draft-head wb-titled">
      <h1>{title}</h1>
      <HelpButton />
    </header>
  );
}

function Actions({ of, isBusy, save, onCancel }: DraftState & { of: AnyResource; onCancel: () => void }): ReactNode {
  const maySubmit = usePermission(`${resourceKey(of)}:${SUBMIT}`);
  return (
    <div className="wb-draft-actions">
      {maySubmit && (
        <Button type="primary" disabled={isBusy} onClick={() => save(true)}>
          提交
        </Button>
      )}
      <Button type={maySubmit ? 'default' : 'primary'} loading={isBusy} onClick={() => save(false)}>
        保存草稿
      </Button>
      <Button onClick={onCancel}>取消</Button>
    </div>
  );
}

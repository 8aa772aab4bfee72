import { Alert, Button, Drawer, Skeleton, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { draftShape } from '#kit/model/draft-shape.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { labelOf } from '../audit-fields.ts';
import { findResource } from '../declarations.ts';
import { detailPath } from '../detail/detail-path.ts';
import { useRow, type DetailRow } from '../detail/use-row.ts';
import { confirmAction } from '#ui/feedback.tsx';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { DraftForm, type DraftState } from './draft-form.tsx';
import type { DraftSlots } from './draft-slots.ts';

export interface DraftDrawerProps extends DraftSlots {
  of: AnyResource;
  /** Draft to edit; absent = a new one. */
  id?: string | undefined;
  onClose: () => void;
}

/** A document as a draft, over the page it was opened from: what it says and its lines. */
export function DraftDrawer({ of, id, onClose, ...slots }: DraftDrawerProps): ReactNode {
  const [isDirty, setDirty] = useState(false);
  const [shape] = useState(() => draftShape(of, findResource));
  const page = useOptionalPage();
  const { data: row, error, isFetchedAfterMount, refetch } = useRow(of, id);
  const { add = `新增${of.title}`, edit = (label: string) => `编辑${of.title}：${label}` } = slots.titles ?? {};
  const titleOf = (before: DetailRow | undefined): string => (before ? edit(labelOf(of, before)) : add);
  const close = async (): Promise<void> => {
    const isAgreed =
      !isDirty || (await confirmAction({ title: `放弃未保存的${of.title}？`, okText: '放弃', danger: true }));
    if (isAgreed) onClose();
  };
  return (
    <Drawer
      open
      title={id && !row ? `编辑${of.title}` : titleOf(row)}
      size={860}
      push={false}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
    >
      {id && error && !row ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      ) : id && !isFetchedAfterMount ? (
        <Skeleton active />
      ) : (
        <DraftForm
          shape={shape}
          slots={slots}
          row={row}
          titleOf={titleOf}
          isDialog
          onDirty={setDirty}
          onDone={(savedId) => {
            onClose();
            if (!id) page?.open(detailPath(of, savedId));
          }}
          actions={(state) => <Actions {...state} onCancel={() => void close()} />}
        />
      )}
    </Drawer>
  );
}

function Actions({ formId, before, isBusy, onCancel }: DraftState & { onCancel: () => void }): ReactNode {
  return (
    <Space className="wb-form-actions">
      <Button type="primary" htmlType="submit" form={formId} loading={isBusy}>
        {before ? '保存' : '保存为草稿'}
      </Button>
      <Button onClick={onCancel}>取消</Button>
    </Space>
  );
}

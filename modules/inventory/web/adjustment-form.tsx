import { Alert, Button, Drawer, Form, Skeleton, Space } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import {
  ask,
  detailPath,
  DraftNote,
  draftKey,
  FieldInputs,
  labelOf,
  StaleNotice,
  startValues,
  useFirstFocus,
  storedValues,
  useOptionalPage,
  useDraft,
  useRow,
  useUnsavedWork,
  withoutSecrets,
  isTempId,
  type GridRow,
  type RestoredLines,
  type DetailRow,
} from '#kit/web/index.ts';
import { stockAdjustment } from '../model/stock.ts';
import { LineTable } from './line-table.tsx';
import { HEADER, useAdjustment } from './use-adjustment.ts';

const LAYOUT = [['kind', 'warehouseId'], ['reason']];

/** A draft: what it is, where and why, and its lines typed, pasted or imported from a sheet. */
export function AdjustmentForm({
  id,
  onClose,
}: {
  /** Draft to edit; absent = a new one. */
  id?: string | undefined;
  onClose: () => void;
}): ReactNode {
  const [isHeadDirty, setHeadDirty] = useState(false);
  const [areLinesDirty, setLinesDirty] = useState(false);
  const isDirty = isHeadDirty || areLinesDirty;
  useUnsavedWork(isDirty);
  const page = useOptionalPage();
  const row = useRow(stockAdjustment, id);
  const close = async (): Promise<void> => {
    const isAgreed =
      !isDirty || (await ask({ title: '放弃未保存的调整单？', okText: '放弃', danger: true }));
    if (isAgreed) onClose();
  };
  const saved = (savedId: string): void => {
    onClose();
    if (!id) page?.open(detailPath(stockAdjustment, savedId));
  };
  return (
    <Drawer
      open
      title={
        id ? `编辑调整单${row.data ? `：${labelOf(stockAdjustment, row.data)}` : ''}` : '新增调整单'
      }
      size={860}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
    >
      {id && row.error && !row.data ? (
        <Alert
          type="error"
          showIcon
          title={row.error.message}
          action={<Button onClick={() => void row.refetch()}>重试</Button>}
        />
      ) : id && !row.isFetchedAfterMount ? (
        <Skeleton active />
      ) : (
        <FormBody
          row={row.data}
          isDirty={isDirty}
          onDirty={() => setHeadDirty(true)}
          onLinesDirty={setLinesDirty}
          onSaved={saved}
          onCancel={() => void close()}
        />
      )}
    </Drawer>
  );
}

function FormBody({
  row,
  isDirty,
  onDirty,
  onLinesDirty,
  onSaved,
  onCancel,
}: {
  row: DetailRow | undefined;
  isDirty: boolean;
  onDirty: () => void;
  onLinesDirty: (isDirty: boolean) => void;
  onSaved: (id: string) => void;
  onCancel: () => void;
}): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const name = useId();
  useFirstFocus(name, row === undefined);
  const draft = useAdjustment(form, row, onSaved);
  const { before, refusal, submission } = draft;
  const offer = useDraft({
    key: draftKey('inventory:stockAdjustment', row?.id),
    title: row ? `编辑调整单：${labelOf(stockAdjustment, row)}` : '新增调整单',
    isDirty,
    // Stored lines stay as they are stored: their cost may be hidden from whoever typed.
    take: () => ({
      head: withoutSecrets(HEADER, form.getFieldsValue()),
      lines: (draft.handle.current?.grid?.getRows() ?? []).filter(({ id }) => isTempId(id)),
    }),
    restore({ head, lines }) {
      form.setFieldsValue(head as Record<string, unknown>);
      onDirty();
      setRestored({ lines: lines as readonly GridRow[], isWhole: false });
    },
  });
  const [restored, setRestored] = useState<RestoredLines | null>(null);
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      initialValues={before ? storedValues(HEADER, before) : startValues(HEADER)}
      onValuesChange={onDirty}
      onFinish={(values) => void draft.save(values)}
    >
      {(submission.isStale || draft.isClashing) && before && (
        <StaleNotice
          of={stockAdjustment}
          before={before}
          form={form}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={draft.keepMine}
        />
      )}
      {(refusal !== null || submission.others.length > 0) && (
        <Alert
          type="error"
          showIcon
          className="wb-form-note"
          title={refusal ?? submission.others.join('；')}
        />
      )}
      <DraftNote offer={offer} />
      <FieldInputs fields={HEADER} layout={LAYOUT} form={form} row={before} />
      <LineTable
        rows={draft.lines}
        restored={restored}
        handle={draft.handle}
        disabled={submission.isBusy}
        onDirty={onLinesDirty}
      />
      <Space className="wb-form-actions">
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          {before ? '保存' : '保存为草稿'}
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </Space>
    </Form>
  );
}

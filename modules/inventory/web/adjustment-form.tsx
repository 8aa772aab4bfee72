import { Alert, Button, Drawer, Form, Skeleton, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  ask,
  detailPath,
  FieldInputs,
  labelOf,
  StaleNotice,
  startValues,
  storedValues,
  useOptionalPage,
  useRow,
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
  const [isDirty, setDirty] = useState(false);
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
          onDirty={() => setDirty(true)}
          onSaved={saved}
          onCancel={() => void close()}
        />
      )}
    </Drawer>
  );
}

function FormBody({
  row,
  onDirty,
  onSaved,
  onCancel,
}: {
  row: DetailRow | undefined;
  onDirty: () => void;
  onSaved: (id: string) => void;
  onCancel: () => void;
}): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const draft = useAdjustment(form, row, onSaved);
  const { before, faults, submission } = draft;
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={before ? storedValues(HEADER, before) : startValues(HEADER)}
      onValuesChange={onDirty}
      onFinish={(values) => void draft.save(values)}
    >
      {submission.isStale && before && (
        <StaleNotice
          of={stockAdjustment}
          before={before}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={draft.keepMine}
        />
      )}
      {(submission.others.length > 0 || faults.size > 0) && (
        <Alert
          type="error"
          showIcon
          className="wb-form-note"
          title={
            faults.size > 0 ? `${faults.size} 行明细有误，见表中红字` : submission.others.join('；')
          }
        />
      )}
      <FieldInputs fields={HEADER} layout={LAYOUT} form={form} row={before} />
      <LineTable
        lines={draft.lines}
        faults={faults}
        onChange={(lines) => {
          draft.setLines(lines);
          onDirty();
        }}
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

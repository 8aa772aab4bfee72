import { Alert, Button, Drawer, Form, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Fields } from '#kit/model/field.ts';
import {
  ApiError,
  ask,
  call,
  FieldInputs,
  filledValues,
  refreshResource,
  say,
  startValues,
  useActionKeys,
  useOptionalPage,
  useSubmission,
  detailPath,
} from '#kit/web/index.ts';
import { stockAdjustment } from '../model/stock.ts';
import { blankLine, isBlankLine, lineFault, type DraftLine } from './adjustment-lines.ts';
import { LineTable } from './line-table.tsx';

const { kind, warehouseId, reason } = stockAdjustment.fields;
const HEADER: Fields = { kind, warehouseId, reason };
const MOST_LINES = 5000;

/** A new draft: what it is, where and why, and its lines typed or pasted from a sheet. */
export function AdjustmentForm({ onClose }: { onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const page = useOptionalPage();
  const [lines, setLines] = useState<readonly DraftLine[]>(() => [blankLine()]);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [isDirty, setDirty] = useState(false);
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(Object.keys(HEADER)));
  const close = async (): Promise<void> => {
    const isAgreed =
      !isDirty || (await ask({ title: '放弃未保存的调整单？', okText: '放弃', danger: true }));
    if (isAgreed) onClose();
  };
  const save = async (values: Record<string, unknown>): Promise<void> => {
    const filled = lines.filter((line) => !isBlankLine(line));
    const found = faultsOf(filled);
    setFaults(found);
    if (filled.length === 0) return say.warn('请至少录入一行明细');
    if (filled.length > MOST_LINES) return say.warn(`一张调整单最多${MOST_LINES}行，请分开录入`);
    if (found.size > 0) return;
    const body = { ...filledValues(HEADER, values), lines: filled.map(wireLine) };
    await submission.run(async () => {
      try {
        const { message, result } = await call<{ id: string }>(
          'POST',
          '/inventory/stockAdjustment/add',
          { body, key: keys.keyFor(body) },
        );
        keys.settle(null);
        say.done(message);
        void refreshResource(stockAdjustment);
        onClose();
        page?.open(detailPath(stockAdjustment, result.id));
      } catch (error) {
        keys.settle(error);
        if (error instanceof ApiError) setFaults(rowFaults(error, filled));
        throw error;
      }
    });
  };
  const change = (next: readonly DraftLine[]): void => {
    setLines(next);
    setDirty(true);
  };
  return (
    <Drawer
      open
      title="新增调整单"
      size={860}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={startValues(HEADER)}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void save(values)}
      >
        {(submission.others.length > 0 || faults.size > 0) && (
          <Alert
            type="error"
            showIcon
            className="wb-form-note"
            title={faults.size > 0 ? `${faults.size} 行明细有误，见表中红字` : undefined}
            description={faults.size > 0 ? undefined : submission.others.join('；')}
          />
        )}
        <FieldInputs fields={HEADER} layout={[['kind', 'warehouseId'], ['reason']]} form={form} />
        <LineTable lines={lines} faults={faults} onChange={change} />
        <Space className="wb-form-actions">
          <Button type="primary" htmlType="submit" loading={submission.isBusy}>
            保存为草稿
          </Button>
          <Button onClick={() => void close()}>取消</Button>
        </Space>
      </Form>
    </Drawer>
  );
}

const wireLine = ({ skuId, qty, unitCost, condition }: DraftLine): Record<string, unknown> => ({
  skuId,
  condition,
  qty: Number(qty),
  ...(unitCost === '' ? {} : { unitCost }),
});

function faultsOf(lines: readonly DraftLine[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const line of lines) {
    const fault = lineFault(line);
    if (fault) faults.set(line.key, fault);
  }
  return faults;
}

/** The server names rows from 1, among the lines that were sent. */
function rowFaults(error: ApiError, sent: readonly DraftLine[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { row, message } of error.errors) {
    const line = row === undefined ? undefined : sent[row - 1];
    if (line) faults.set(line.key, message);
  }
  return faults;
}

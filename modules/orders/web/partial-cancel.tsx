import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, InputNumber, Modal, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchRow,
  keyOf,
  refreshResource,
  runMove,
  tell,
  useActionKeys,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';

interface Line {
  id: string;
  channelSku: string;
  name: string;
  qty: number;
  qtyCancelled: number;
  qtyShipped: number;
}

/** 取消: all that has not left, or some units of some lines; a printed label is given up knowingly. */
export function PartialCancel({ row, onClose, onDone }: MoveDialogProps): ReactNode {
  const [form] = Form.useForm<{ reason: string; acceptLabelLoss: boolean }>();
  const [units, setUnits] = useState<Record<string, number>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keys = useActionKeys();
  const { data } = useQuery({
    queryKey: keyOf(salesOrder, 'row', row.id),
    queryFn: () => fetchRow(salesOrder, row.id),
  });
  const lines = ((data?.lines?.['orderLine'] ?? []) as unknown as Line[]).map((line) => ({
    ...line,
    open: line.qty - line.qtyCancelled - line.qtyShipped,
  }));
  const chosen = lines.filter((line) => (units[line.id] ?? line.open) > 0);
  const isWhole = lines.every((line) => (units[line.id] ?? line.open) === line.open);
  const submit = async (values: { reason: string; acceptLabelLoss?: boolean }): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    const answers = {
      reason: values.reason,
      acceptLabelLoss: values.acceptLabelLoss === true,
      ...(isWhole
        ? {}
        : { lines: chosen.map((line) => ({ lineId: line.id, qty: units[line.id] ?? line.open })) }),
    };
    try {
      const answer = await runMove(orderLifecycle, row.id, 'cancel', answers, keys.keyFor(answers));
      keys.settle(null);
      onDone(answer);
    } catch (error) {
      keys.settle(error);
      setRefusal(error instanceof Error ? error.message : '取消失败');
      void refreshResource(salesOrder);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={640}
      title={`取消：${String(row['channelOrderNo'])}`}
      okText={
        isWhole
          ? '确认取消全部未发货'
          : `确认取消 ${chosen.reduce((sum, l) => sum + (units[l.id] ?? l.open), 0)} 件`
      }
      cancelText="返回"
      okButtonProps={{ danger: true, disabled: chosen.length === 0 }}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <Table<Line & { open: number }>
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={lines}
        columns={[
          { title: '渠道SKU', dataIndex: 'channelSku' },
          { title: '未发货', dataIndex: 'open', align: 'right', width: 80 },
          {
            title: '取消数量',
            width: 120,
            render: (_, line) => (
              <InputNumber
                aria-label={`${line.channelSku} 取消数量`}
                min={0}
                max={line.open}
                precision={0}
                value={units[line.id] ?? line.open}
                onChange={(value) => setUnits({ ...units, [line.id]: value ?? 0 })}
              />
            ),
          },
        ]}
      />
      <Form
        form={form}
        layout="vertical"
        onFinish={(values) => submit(values).catch(tell)}
        style={{ marginTop: 12 }}
      >
        <Form.Item
          name="reason"
          label="取消原因"
          rules={[{ required: true, message: '请输入取消原因' }]}
        >
          <Input maxLength={255} />
        </Form.Item>
        <Form.Item name="acceptLabelLoss" valuePropName="checked">
          <Checkbox>已打印的面单作废，确认承担面单损失</Checkbox>
        </Form.Item>
      </Form>
      <Alert type="warning" showIcon title="对应数量的预占会释放；已装箱的发货单退回重装。" />
    </Modal>
  );
}

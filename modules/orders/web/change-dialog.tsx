import { Alert, Button, Checkbox, Form, Input, Modal, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  RefusalNote,
  runMove,
  useActionKeys,
  useRow,
  useSubmission,
  type DetailRow,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import {
  consequencesOf,
  groupOf,
  hasLabel,
  needsLabelLoss,
  type ChangeScene,
} from '../model/order-change.ts';
import { salesOrder } from '../model/order.ts';
import { ChangeTable } from './change-table.tsx';
import { pendingItems, type ChangeItemRow, type OrderLineRow } from './order-row.ts';

interface Answers {
  reason?: string;
  acceptLabelLoss?: boolean;
}

/** 应用变更, 拒绝变更: which of the channel's changes, and what follows from it. */
export function ChangeDialog(props: MoveDialogProps): ReactNode {
  const { data, error, isFetchedAfterMount, refetch } = useRow(salesOrder, props.row.id);
  if (data && isFetchedAfterMount)
    return <ChangeForm {...props} order={data} onRefresh={() => void refetch()} />;
  return (
    <Modal open title="平台变更" footer={null} onCancel={props.onClose}>
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      ) : (
        <Skeleton active />
      )}
    </Modal>
  );
}

function ChangeForm({
  lifecycle,
  move,
  order,
  onClose,
  onDone,
  onRefresh,
}: MoveDialogProps & { order: DetailRow; onRefresh: () => void }): ReactNode {
  const isApply = move === 'applyChange';
  // Prices are taken over by those who may accept prices, with a move of their own.
  const items = pendingItems(order).filter(({ field }) => !isApply || groupOf(field) !== 'price');
  const [form] = Form.useForm<Answers>();
  const [left, setLeft] = useState<readonly string[]>([]);
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(['reason', 'acceptLabelLoss']));
  const chosen = items.filter(({ id }) => !left.includes(id));
  const scene = sceneOf(order);
  const send = ({ reason, acceptLabelLoss = false }: Answers): Promise<boolean> =>
    submission.run(async () => {
      const body = {
        reason,
        ...(isApply ? { acceptLabelLoss } : {}),
        items: chosen.map(({ id }) => id),
        version: order['version'],
      };
      try {
        const answer = await runMove(lifecycle, order.id, move, body, keys.keyFor(body));
        keys.settle(null);
        onDone(answer);
      } catch (error) {
        keys.settle(error);
        throw error;
      }
    });
  const title = isApply ? '应用变更' : '拒绝变更';
  return (
    <Modal
      open
      width={720}
      title={`${title}：${String(order['channelOrderNo'])}`}
      okText={`${title} ${chosen.length} 项`}
      cancelText="返回"
      okButtonProps={{ danger: !isApply, disabled: chosen.length === 0 }}
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <RefusalNote texts={submission.others} />
      {submission.isStale && (
        <Alert
          type="warning"
          showIcon
          className="wb-form-note"
          title="数据已被他人修改，请刷新"
          action={
            <Button
              size="small"
              onClick={() => {
                submission.clear();
                onRefresh();
              }}
            >
              刷新
            </Button>
          }
        />
      )}
      <ChangeTable
        items={items}
        selection={{
          selectedRowKeys: chosen.map(({ id }) => id),
          onChange: (ids) => setLeft(withWholeAddress(items, ids.map(String))),
        }}
      />
      <Form<Answers>
        form={form}
        layout="vertical"
        className="or-cancel-form"
        onFinish={(values) => void send(values)}
      >
        <Form.Item
          name="reason"
          label={isApply ? '说明' : '拒绝原因'}
          required={!isApply}
          rules={isApply ? [] : [{ required: true, whitespace: true, message: '请输入拒绝原因' }]}
        >
          <Input maxLength={255} />
        </Form.Item>
        {isApply && needsLabelLoss(chosen, scene) && (
          <Form.Item
            name="acceptLabelLoss"
            valuePropName="checked"
            extra="面单已生成或正在申请：不勾选则不会应用。已产生的面单费用可能无法退回。"
          >
            <Checkbox>确认承担面单损失</Checkbox>
          </Form.Item>
        )}
      </Form>
      {chosen.length > 0 && (
        <Consequences
          texts={
            isApply
              ? consequencesOf(chosen, scene)
              : ['订单保持现在的值；平台仍按新值处理，请与平台沟通。平台重复同样的内容不会再提示。']
          }
        />
      )}
    </Modal>
  );
}

/** An address is decided as a whole. @returns ids that are left out */
function withWholeAddress(items: readonly ChangeItemRow[], chosen: readonly string[]): string[] {
  const address = items.filter(({ field }) => groupOf(field) === 'address');
  const isWhole = address.every(({ id }) => chosen.includes(id));
  return items
    .filter(({ id, field }) => !chosen.includes(id) || (!isWhole && groupOf(field) === 'address'))
    .map(({ id }) => id);
}

function sceneOf(order: DetailRow): ChangeScene {
  const lines = (order.lines?.['orderLine'] ?? []) as OrderLineRow[];
  return {
    status: String(order['status']),
    hasLabel: hasLabel(order['labelStatus']),
    hasPacked: lines.some((line) => line.qtyPacked > line.qtyShipped),
  };
}

const Consequences = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      title="后果"
      description={
        <ul className="or-cancel-result">
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      }
    />
  );

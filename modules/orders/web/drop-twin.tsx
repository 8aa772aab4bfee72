import { Button, Form, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  refreshResource,
  RefusalNote,
  runMove,
  toast,
  useActionKeys,
  usePermission,
  useSubmission,
} from '#kit/web/index.ts';
import { isOpenState, orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import type { OrderDetailRow } from './order-row.ts';

/** 确实重复: one of two orders that are the same is cancelled, with its reason, in one step. */
export function DropTwin({ order, kept }: { order: OrderDetailRow; kept: OrderDetailRow }): ReactNode {
  const mayCancel = usePermission('orders:salesOrder:cancel');
  const [isAsking, setAsking] = useState(false);
  const [form] = Form.useForm<{ reason: string }>();
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(['reason']));
  if (!isOpenState(order.status)) return <span className="or-weak">已不能取消</span>;
  if (!mayCancel) return <span className="or-weak">没有取消的权限</span>;
  const send = ({ reason }: { reason: string }): Promise<boolean> =>
    submission.run(async () => {
      const body = { reason, version: order.version };
      try {
        await runMove(orderLifecycle, order.id, 'cancel', body, keys.keyFor(body));
        keys.settle(null);
      } catch (error) {
        keys.settle(error);
        throw error;
      }
      toast.done(`已取消 ${order.channelOrderNo}，保留 ${kept.channelOrderNo}`);
      await refreshResource(salesOrder);
      setAsking(false);
    });
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        确实重复，取消这单
      </Button>
      {isAsking && (
        <Modal
          open
          title={`取消 ${order.channelOrderNo}，保留 ${kept.channelOrderNo}`}
          okText="取消这单"
          cancelText="返回"
          okButtonProps={{ danger: true }}
          confirmLoading={submission.isBusy}
          onCancel={() => setAsking(false)}
          onOk={() => form.submit()}
        >
          <RefusalNote texts={submission.others} />
          <Form
            form={form}
            layout="vertical"
            initialValues={{ reason: `与 ${kept.channelOrderNo} 重复` }}
            onFinish={(values) => void send(values)}
          >
            <Form.Item
              name="reason"
              label="取消原因"
              rules={[{ required: true, whitespace: true, message: '请输入取消原因' }]}
            >
              <Input maxLength={255} />
            </Form.Item>
          </Form>
        </Modal>
      )}
    </>
  );
}

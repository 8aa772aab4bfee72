import { PushpinFilled } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  antdRules,
  BlankState,
  cells,
  DraftNote,
  draftKey,
  judgeField,
  PersonName,
  refreshResource,
  runMove,
  toast,
  useActionKeys,
  useDictOptions,
  useDraft,
  usePermission,
  useSubmission,
  type EditProps,
  RefusalNote,
} from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { orderRemark, remarkAssets, remarkKind } from '../model/order-remark.ts';
import { salesOrder } from '../model/order.ts';
import type { RemarkRow, OrderDetailRow } from './order-row.ts';

interface Draft {
  kind: string;
  content: string;
  pinned?: boolean;
  assets?: unknown;
}

const AssetsEdit = cells.files.Edit;
const AssetsShow = cells.files.Show;

/** What was noted on an order, and a place to note more. Notes are added, never changed. */
export function OrderRemarks({ order, remarks }: { order: OrderDetailRow; remarks: readonly RemarkRow[] }): ReactNode {
  const mayAdd = usePermission('orders:salesOrder:remark');
  const shown = remarks.filter((remark) => !remark.hidden);
  return (
    <section className="wb-detail-part">
      {shown.length > 0 ? (
        <RemarkList remarks={shown} />
      ) : (
        <BlankState title="还没有备注" text={mayAdd ? '在下面写第一条。' : undefined} />
      )}
      {mayAdd && <AddRemark order={order} />}
    </section>
  );
}

/** Pinned ones first, then newest first. */
export function RemarkList({ remarks }: { remarks: readonly RemarkRow[] }): ReactNode {
  const titles = remarkKind.items as Readonly<Record<string, string>>;
  const sorted = [...remarks].sort(
    (a, b) => Number(b.pinned) - Number(a.pinned) || b.createTime.localeCompare(a.createTime),
  );
  return (
    <ul className="or-remarks" aria-label="备注">
      {sorted.map((remark) => (
        <li key={remark.id} className={remark.pinned ? 'or-pinned' : ''}>
          <div className="wb-history-about">
            {remark.pinned && <PushpinFilled title="置顶" />} {titles[remark.kind] ?? remark.kind} ·{' '}
            {remark.createBy ? <PersonName username={remark.createBy} /> : '—'} · {remark.createTime}
          </div>
          <p className="or-remark-text">{remark.content}</p>
          {remark.assets && <AssetsShow name="assets" field={remarkAssets} value={remark.assets} row={remark} />}
        </li>
      ))}
    </ul>
  );
}

function AddRemark({ order }: { order: OrderDetailRow }): ReactNode {
  const [form] = Form.useForm<Draft>();
  const kinds = useDictOptions(remarkKind);
  const keys = useActionKeys();
  const submission = useSubmission(form, new Set(['kind', 'content', 'assets']));
  const [isDirty, setDirty] = useState(false);
  const offer = useDraft({
    key: draftKey('orders:salesOrder/remark', order.id),
    title: `备注：${order.channelOrderNo}`,
    isDirty,
    take: () => ({ ...form.getFieldsValue(), assets: null }),
    restore(values) {
      form.setFieldsValue(values as unknown as Draft);
      setDirty(true);
    },
  });
  const send = (draft: Draft): Promise<boolean> =>
    submission.run(async () => {
      // No version: a note fits an order whatever happened to it meanwhile.
      const body = { ...draft, pinned: draft.pinned === true };
      try {
        await runMove(orderLifecycle, order.id, 'remark', body, keys.keyFor(body));
        keys.settle(null);
      } catch (error) {
        keys.settle(error);
        throw error;
      }
      toast.done('已新增备注');
      form.resetFields();
      setDirty(false);
      void refreshResource(salesOrder);
      void refreshResource(orderRemark);
    });
  return (
    <Form<Draft>
      form={form}
      layout="vertical"
      initialValues={{ kind: 'internal' }}
      onValuesChange={() => setDirty(Boolean(form.getFieldValue('content')))}
      onFinish={(draft) => void send(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
      }}
    >
      <DraftNote offer={offer} />
      <RefusalNote texts={submission.others} />
      <Form.Item name="content" label="新增备注" rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="assets" rules={antdRules({ on: 'change', judge: (value) => judgeField(remarkAssets, value) })}>
        <Assets />
      </Form.Item>
      <div className="or-remark-foot">
        <Form.Item name="kind" noStyle>
          <Select aria-label="备注类型" options={kinds} className="or-remark-kind" />
        </Form.Item>
        <Form.Item name="pinned" valuePropName="checked" noStyle>
          <Checkbox>置顶</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={submission.isBusy}>
          新增
        </Button>
      </div>
    </Form>
  );
}

/** A form hands its input the value and what to tell; the cell wants its field as well. */
const Assets = (props: Partial<Pick<EditProps, 'id' | 'value' | 'onChange'>>): ReactNode => (
  <AssetsEdit {...props} name="assets" field={remarkAssets} />
);

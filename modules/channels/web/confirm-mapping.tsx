import { Alert, Button, Form, Modal, Popconfirm } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  antdRules,
  ApiError,
  callResource,
  cellOf,
  isStaleVersion,
  judgeField,
  readFiles,
  RefusalNote,
  refreshResource,
  rowSaved,
  toast,
  toastError,
  useFirstFocus,
  useGuardedClose,
  useRow,
  useSubmission,
  type Row,
} from '#kit/web/index.ts';
import { product, sku } from '#modules/catalog/model/product.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { channelProduct } from '../model/channel-product.ts';
import type { Listing } from './listing.ts';
import './channels.css';

interface Answers {
  basePrice?: string | null;
}

const PRICE = channelProduct.fields.basePrice;

async function saveMapping(row: Listing, values: Record<string, unknown>): Promise<void> {
  try {
    await callResource(channelProduct, 'edit', {
      body: { id: row.id, version: row.version, ...values },
    });
    rowSaved(channelProduct, row.id);
    void refreshResource(salesOrder);
  } finally {
    await refreshResource(channelProduct);
  }
}

/** Said beside the dialog: what somebody else chose may have led the row, and the dialog with it, out of the list. */
function toastStale(row: Listing, error: unknown): void {
  if (error instanceof ApiError && isStaleVersion(error))
    toast.warn(`${row.channelSku} 刚被他人修改，已载入最新内容，请核对后再确认`);
}

/** What is about to be paired: the listing, the goods behind it, and what they were agreed to cost. */
export function ConfirmMapping({
  row,
  skuId,
  onClose,
  onDone,
}: {
  row: Listing;
  skuId: string;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const [form] = Form.useForm<Answers>();
  const formId = useId();
  // Enter confirms: it would close the dialog where the cursor stood on its cross.
  useFirstFocus(formId);
  const submission = useSubmission(form, new Set(['basePrice']), { reportsStale: true });
  const { setDirty, close } = useGuardedClose(onClose);
  const { Edit } = cellOf('price');
  const send = ({ basePrice = null }: Answers): Promise<boolean> =>
    submission.run(async () => {
      await saveMapping(row, { skuId, basePrice }).catch((error: unknown) => {
        toastStale(row, error);
        throw error;
      });
      toast.done(`${row.channelSku} 已配对，等待配对的订单已放行`);
      onDone();
    });
  return (
    <Modal
      open
      title={`配对：${row.channelSku}`}
      okText="确认配对"
      cancelText="返回"
      confirmLoading={submission.isBusy}
      mask={{ closable: false }}
      onCancel={close}
      onOk={() => form.submit()}
    >
      <RefusalNote texts={submission.others} />
      <p className="ch-goods-title">{row.title ?? '平台没有标题'}</p>
      <Goods skuId={skuId} />
      <Form<Answers>
        form={form}
        name={formId}
        layout="vertical"
        initialValues={{ basePrice: row.basePrice }}
        onValuesChange={() => setDirty(true)}
        onFinish={(values) => void send(values)}
      >
        <Form.Item
          name="basePrice"
          label="供货价"
          extra="与平台约定的单价，即订单上的约定价；订单价与它不同时提示价格异常。可留空。"
          rules={antdRules({ on: 'change', judge: (value) => judgeField(PRICE, value) })}
        >
          <PriceInput edit={Edit} row={row} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** Given value and change by the form around it. */
function PriceInput({
  edit: Edit,
  row,
  id = 'basePrice',
  value = null,
  onChange = () => undefined,
}: {
  edit: ReturnType<typeof cellOf>['Edit'];
  row: Row;
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
}): ReactNode {
  return <Edit field={PRICE} name="basePrice" id={id} value={value} row={row} onChange={onChange} />;
}

/**
 * Picture, code and name: of the SKU, else the picture of its product. The place of the picture is kept
 * while it is read: a button below that moved under the pointer would lose its click.
 */
function Goods({ skuId }: { skuId: string }): ReactNode {
  const { data, error } = useRow(sku, skuId);
  if (error) return <Alert type="warning" showIcon className="wb-form-note" title={error.message} />;
  if (!data) return <div className="ch-goods">读取中…</div>;
  return (
    <div className="ch-goods" role="group" aria-label="本地SKU">
      <span className="ch-goods-picture">
        {data.images ? <Picture of={data} /> : <ProductPicture productId={data.productId} />}
      </span>
      <div>
        <strong>{data.skuCode}</strong>
        <div>{data.name}</div>
      </div>
    </div>
  );
}

function ProductPicture({ productId }: { productId: string }): ReactNode {
  const { data } = useRow(product, productId);
  if (!data) return null;
  return data.images ? <Picture of={data} /> : '无图片';
}

/** The first one: it is there to be recognized by. */
function Picture({ of }: { of: Pick<WireRow<typeof sku>, 'images'> }): ReactNode {
  const { Show } = cellOf('pictures');
  const first = readFiles(of.images ?? '')[0]?.filePath ?? null;
  return <Show field={sku.fields.images} name="images" value={first} row={of} />;
}

/** Takes a mapping back: orders that nobody has accepted wait for the right one again. */
export function UndoMapping({ row }: { row: Listing }): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveMapping(row, { skuId: null });
      toast.done(`${row.channelSku} 的配对已撤销，未接单的订单重新等待配对`);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Popconfirm
      title={`撤销 ${row.channelSku} 的配对？`}
      description="未接单的订单释放预占并重新等待配对，已接单的订单不变。"
      okText="撤销配对"
      cancelText="返回"
      onConfirm={() => void undo()}
    >
      <Button type="link" size="small" loading={isBusy}>
        撤销
      </Button>
    </Popconfirm>
  );
}

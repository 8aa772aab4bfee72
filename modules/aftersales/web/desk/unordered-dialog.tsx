import { Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Named } from '#kit/model/lookup.ts';
import { scannedNumbers } from '#kit/model/scanned-numbers.ts';
import {
  ApiError,
  fetchRoute,
  callResource,
  cue,
  detailPath,
  DialogFrame,
  FieldInputs,
  filledValues,
  writeLocal,
  readLocal,
  refreshResource,
  toast,
  ScanBox,
  shortNumber,
  RefusalNote,
  useActionKeys,
  useGuardedClose,
  usePage,
  useSubmission,
  type ScanMessage,
} from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import { unorderedFields, unorderedReturnRoute } from '../../model/return-desk.ts';
import { returnOrder } from '../../model/return-order.ts';
import type { ReturnDesk } from './use-return-desk.ts';

interface Goods {
  skuId: string;
  code: string;
  qty: number;
}

const LAYOUT = [['warehouseId', 'trackingNo'], ['orderId', 'accountId'], ['reasonId'], ['remark']] as const;

/** Where this device received last: most receive at one place all day. */
const LAST_WAREHOUSE = 'waybill.returnDesk.warehouse';

/** 登记无单退货: what lies here goes into quarantine at once; whose it is may be found out later. */
export function UnorderedDialog({
  number,
  desk,
  onClose,
}: {
  /** What was scanned last and is no return: most often the number of the parcel. */
  number: string | null;
  desk: Pick<ReturnDesk, 'leave'>;
  onClose: () => void;
}): ReactNode {
  const page = usePage();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [goods, setGoods] = useState<readonly Goods[]>([]);
  const keys = useActionKeys();
  const { setDirty, close } = useGuardedClose(onClose);
  const submission = useSubmission(form, new Set(LAYOUT.flat()));
  const submit = async (): Promise<void> => {
    const values = await form.validateFields().catch(() => null);
    if (values) await submission.run(() => receive(values as Record<string, unknown>));
  };
  const receive = async (values: Record<string, unknown>): Promise<void> => {
    const lines = goods.filter(({ qty }) => qty > 0).map(({ skuId, qty }) => ({ skuId, qty }));
    const body = { ...filledValues(unorderedFields, values), lines };
    try {
      const key = keys.keyFor(body);
      const made = await fetchRoute(unorderedReturnRoute, { body: body as never, key });
      keys.settle(null);
      writeLocal(LAST_WAREHOUSE, String(values['warehouseId'] ?? ''));
      toast.done(
        made.checkReason
          ? `已登记 ${made.returnNo}：${made.checkReason}，待他人审核后收货`
          : `已收货 ${lines.reduce((sum, { qty }) => sum + qty, 0)} 件：${made.returnNo}`,
      );
      void refreshResource(returnOrder);
      onClose();
      desk.leave();
      page.open(detailPath(returnOrder, made.id));
    } catch (error) {
      keys.settle(error);
      throw error;
    }
  };
  const units = goods.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <DialogFrame
      open
      title="登记无单退货"
      width={640}
      okText={units > 0 ? `收货 ${units} 件` : '收货'}
      okDisabled={units === 0}
      okClose={false}
      onOk={submit}
      onClose={close}
    >
      <RefusalNote texts={submission.others} />
      <Form
        form={form}
        layout="vertical"
        onValuesChange={() => setDirty(true)}
        initialValues={{
          trackingNo: number ?? undefined,
          warehouseId: readLocal(LAST_WAREHOUSE) ?? undefined,
        }}
        className="as-unordered"
      >
        <ScannedGoods
          goods={goods}
          onGoods={(change) => {
            setGoods(change);
            setDirty(true);
          }}
        />
        <FieldInputs fields={unorderedFields} layout={LAYOUT} form={form} />
      </Form>
    </DialogFrame>
  );
}

/** Goods one by one as they are scanned. */
function ScannedGoods({
  goods,
  onGoods,
}: {
  goods: readonly Goods[];
  onGoods: (change: (now: readonly Goods[]) => readonly Goods[]) => void;
}): ReactNode {
  const [shown, setMessage] = useState<ScanMessage | null>(null);
  const tellOf = (now: ScanMessage): void => {
    cue(now.tone);
    setMessage(now);
  };
  const read = async (text: string): Promise<void> => {
    try {
      const found = await skuOf(text);
      if (!found) return tellOf(unknownGoods(text));
      onGoods((now) =>
        now.some(({ skuId }) => skuId === found.skuId)
          ? now.map((one) => (one.skuId === found.skuId ? { ...one, qty: one.qty + 1 } : one))
          : [...now, { ...found, qty: 1 }],
      );
      tellOf({ tone: 'done', title: `${found.code} 加一` });
    } catch (error) {
      const words = error instanceof ApiError ? error.message : '请再扫一次';
      tellOf({ tone: 'failed', title: '没有查到', description: words });
    }
  };
  const put = (skuId: string, qty: number): void =>
    onGoods((now) => now.map((one) => (one.skuId === skuId ? { ...one, qty } : one)));
  return (
    <>
      <ScanBox label="扫商品" placeholder="扫SKU或条码，每扫一次加一" message={shown} onNumber={read} />
      <ul className="as-scanned" aria-label="商品">
        {goods.map(({ skuId, code, qty }) => (
          <li key={skuId}>
            <b>{code}</b>
            <Stepper
              name={code}
              title="数量"
              text={String(qty)}
              isLeast={qty <= 1}
              disabled={false}
              onStep={(by) => put(skuId, qty + by)}
              onText={(text) => /^\d{1,6}$/.test(text) && put(skuId, Number(text))}
              onLeave={() => undefined}
            />
            <Button
              type="link"
              danger
              aria-label={`删除 ${code}`}
              onClick={() => onGoods((now) => now.filter((one) => one.skuId !== skuId))}
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

async function skuOf(text: string): Promise<Omit<Goods, 'qty'> | null> {
  const { result } = await callResource<Named[]>(sku, 'lookup', {
    body: { texts: scannedNumbers(text) },
  });
  const found = result.find((one) => 'id' in one);
  return found && 'id' in found ? { skuId: found.id, code: found.label } : null;
}

const unknownGoods = (text: string): ScanMessage => ({
  tone: 'failed',
  read: text.trim(),
  title: `找不到 ${shortNumber(text.trim())}`,
  description: '没有这个SKU或条码，没有记下。',
});

import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Form, Select, Skeleton, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  askRoute,
  callResource,
  detailPath,
  draftKey,
  DraftNote,
  FieldInputs,
  filledValues,
  grouped,
  keyOf,
  RefusalNote,
  refreshResource,
  runMove,
  say,
  startValues,
  useActionKeys,
  useDictOptions,
  useDraft,
  useGuardedClose,
  usePage,
  useSubmission,
} from '#kit/web/index.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import {
  returnOrder,
  returnOutcome,
  returnType,
  type ReturnOutcome,
} from '../../model/return-order.ts';
import { returnOfferRoute, type OfferedLine, type ReturnOffer } from '../../model/return-routes.ts';
import { Units } from './refurbish-dialog.tsx';
import '../aftersales.css';

interface Wanted {
  qty: number;
  outcome: ReturnOutcome | null;
}
type WantedLines = Readonly<Record<string, Wanted>>;

/** What a return of an order may be: goods of none are noted at the desk. */
const { unordered: _ofNone, ...TYPES } = returnType.items;

const HEAD = {
  ...{ type: { ...returnOrder.fields.type, dict: { ...returnType, items: TYPES } } },
  ...{ reasonId: returnOrder.fields.reasonId },
  ...{ fault: returnOrder.fields.fault },
  ...{ warehouseId: { ...returnOrder.fields.warehouseId, hint: '留空退回发货仓' } },
  ...{
    channelRaNo: returnOrder.fields.channelRaNo,
    returnLabelBy: returnOrder.fields.returnLabelBy,
  },
  ...{ carrier: returnOrder.fields.carrier, trackingNo: returnOrder.fields.trackingNo },
  ...{ photos: returnOrder.fields.photos, remark: returnOrder.fields.remark },
};
const LAYOUT = [
  ['type', 'reasonId'],
  ['fault', 'warehouseId'],
  ['channelRaNo', 'returnLabelBy'],
  ['carrier', 'trackingNo'],
  ['photos'],
  ['remark'],
] as const;

/** What a return of an order may hold now. */
export const useOffer = (orderId: string, isAsked: boolean) =>
  useQuery({
    queryKey: keyOf(returnOrder, 'offer', orderId),
    queryFn: ({ signal }) => askRoute(returnOfferRoute, { params: { orderId }, signal }),
    enabled: isAsked,
    staleTime: 0,
  });

/** 申请退货: what may still come back of an order, by units, and submitted at once. */
export function RequestReturn({
  orderId,
  onClose,
}: {
  orderId: string;
  onClose: () => void;
}): ReactNode {
  const { data, error, refetch } = useOffer(orderId, true);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  return (
    <Drawer
      open
      title={data ? `申请退货：${data.channelOrderNo}` : '申请退货'}
      size={760}
      push={false}
      mask={{ closable: !isDirty }}
      onClose={close}
    >
      {error && !data && (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>重试</Button>}
        />
      )}
      {!data && !error && <Skeleton active />}
      {data && (
        <Request offer={data} isDirty={isDirty} onDirty={() => setDirty(true)} onClose={onClose} />
      )}
    </Drawer>
  );
}

function Request({
  offer,
  isDirty,
  onDirty,
  onClose,
}: {
  offer: ReturnOffer;
  isDirty: boolean;
  onDirty: () => void;
  onClose: () => void;
}): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const [lines, setLines] = useState<WantedLines>({});
  const { run, isBusy, others } = useSubmission(form, new Set(Object.keys(HEAD)));
  const hand = useHandIn(onClose);
  const kept = useDraft({
    key: draftKey('aftersales:returnOrder/request', offer.orderId),
    title: `申请退货：${offer.channelOrderNo}`,
    isDirty,
    take: () => ({ head: form.getFieldsValue(), lines }),
    restore: ({ head, lines: typed }) => {
      form.setFieldsValue((head ?? {}) as Record<string, unknown>);
      setLines((typed ?? {}) as WantedLines);
      onDirty();
    },
  });
  const type = Form.useWatch('type', form) as string | undefined;
  const open = offer.lines.filter(({ returnable, skuId }) => returnable > 0 && skuId !== null);
  const wantedOf = ({ orderLineId }: OfferedLine): Wanted =>
    lines[orderLineId] ?? { qty: open.length === 1 ? 1 : 0, outcome: null };
  const units = open.reduce((sum, line) => sum + wantedOf(line).qty, 0);
  const put = (line: OfferedLine, part: Partial<Wanted>): void => {
    onDirty();
    setLines((now) => ({ ...now, [line.orderLineId]: { ...wantedOf(line), ...part } }));
  };
  const submit = async (isSubmitted: boolean): Promise<void> => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    const asked = open.filter((line) => wantedOf(line).qty > 0);
    const body = {
      ...filledValues(HEAD, values),
      orderId: offer.orderId,
      lines: asked.map((line) => ({
        ...{ orderLineId: line.orderLineId, skuId: line.skuId },
        qtyRequested: wantedOf(line).qty,
        ...(wantedOf(line).outcome ? { outcome: wantedOf(line).outcome } : {}),
      })),
    };
    await run(() => hand(body, isSubmitted));
  };
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={startValues(HEAD)}
      onValuesChange={onDirty}
      onFinish={() => void submit(true)}
    >
      <DraftNote offer={kept} />
      <Notices offer={offer} open={open} />
      <ul className="as-offered" aria-label="可退的商品">
        {open.map((line) => (
          <OfferedRow
            key={line.orderLineId}
            line={line}
            currency={offer.currency}
            wanted={wantedOf(line)}
            type={type}
            onPut={(part) => put(line, part)}
          />
        ))}
      </ul>
      <FieldInputs fields={HEAD} layout={LAYOUT} form={form} />
      <footer className="as-drawer-foot">
        <RefusalNote texts={others} />
        <span className="as-weak">{units === 0 ? '先填要退几件' : `共 ${units} 件`}</span>
        <Space>
          <Button disabled={units === 0 || isBusy} onClick={() => void submit(false)}>
            保存草稿
          </Button>
          <Button type="primary" htmlType="submit" disabled={units === 0} loading={isBusy}>
            提交
          </Button>
        </Space>
      </footer>
    </Form>
  );
}

/** What is to be known before anything is asked for. */
function Notices({ offer, open }: { offer: ReturnOffer; open: readonly OfferedLine[] }): ReactNode {
  return (
    <>
      {open.length === 0 && (
        <Alert
          type="info"
          showIcon
          className="as-note"
          title="没有还能退的商品：未发货，或都已申请过退货。"
        />
      )}
      {offer.isLate && (
        <Alert
          type="warning"
          showIcon
          className="as-note"
          title={`平台的退货期到 ${offer.returnUntil}，已经过了；仍可提交，由审核人决定。`}
        />
      )}
      {offer.isLost && (
        <Alert
          type="warning"
          showIcon
          className="as-note"
          title="这张订单有包裹丢失：没有货退回的，类型选“仅退款”。"
        />
      )}
    </>
  );
}

function OfferedRow({
  line,
  currency,
  wanted,
  type,
  onPut,
}: {
  line: OfferedLine;
  currency: string;
  wanted: Wanted;
  type: string | undefined;
  onPut: (part: Partial<Wanted>) => void;
}): ReactNode {
  const outcomes = useDictOptions(returnOutcome);
  const { channelSku, name, qtyShipped, qtyReturned, qtyOpen, returnable, creditable } = line;
  const isBeyond = wanted.qty > returnable;
  return (
    <li>
      <div className="as-offered-words">
        <strong>{name}</strong>
        <span className="as-weak">
          {channelSku} · 已发 {qtyShipped}
          {qtyReturned > 0 && ` · 已退 ${qtyReturned}`}
          {qtyOpen > 0 && ` · 退货中 ${qtyOpen}`} · 可退款 {grouped(creditable)} {currency}
        </span>
        {isBeyond && <span className="as-bad">最多还能退 {returnable} 件</span>}
      </div>
      <Units
        code={channelSku}
        title={`应退（可退 ${returnable}）`}
        units={wanted.qty}
        isWrong={isBeyond}
        onUnits={(qty) => onPut({ qty })}
      />
      <Select
        allowClear
        aria-label={`${channelSku} 处理方式`}
        placeholder={type === 'exchange' ? '换货' : '退款'}
        value={wanted.outcome}
        options={outcomes}
        onChange={(outcome: ReturnOutcome | undefined) => onPut({ outcome: outcome ?? null })}
      />
    </li>
  );
}

interface StoredDraft {
  id: string;
  version: number;
}

/** Stores the request as a draft and submits it; what is refused then stays as the draft it is. */
function useHandIn(onClose: () => void) {
  const page = usePage();
  const keys = useActionKeys();
  const [draft, setDraft] = useState<StoredDraft | null>(null);
  return async (body: Record<string, unknown>, isSubmitted: boolean): Promise<void> => {
    try {
      const sent = { ...body, ...draft };
      const key = keys.keyFor(sent);
      const operation = draft ? 'edit' : 'add';
      const call = { body: sent, key };
      const { result: stored } = await callResource<StoredDraft>(returnOrder, operation, call);
      keys.settle(null);
      setDraft({ id: stored.id, version: stored.version });
      if (isSubmitted) {
        const moved = { version: stored.version };
        await runMove(returnLifecycle, stored.id, 'submit', moved, keys.keyFor({ stored, moved }));
        keys.settle(null);
      }
      say.done(isSubmitted ? '已提交退货申请，待审核' : '已保存草稿');
      void refreshResource(returnOrder);
      onClose();
      page.open(detailPath(returnOrder, stored.id));
    } catch (error) {
      keys.settle(error);
      throw error;
    }
  };
}

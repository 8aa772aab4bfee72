import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Form, Skeleton, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  fetchRoute,
  draftKey,
  DraftNote,
  FieldInputs,
  filledValues,
  keyOf,
  RefusalNote,
  startValues,
  useDraft,
  useGuardedClose,
  useSubmission,
} from '#kit/web/index.ts';
import { returnOrder, returnType } from '../../model/return-order.ts';
import { returnOfferRoute, type OfferedLine, type ReturnOffer } from '../../model/return-routes.ts';
import { OfferedRow, OfferNotices, type RequestedLine } from './offered-lines.tsx';
import { useRequestSent } from './use-request-sent.ts';
import '../aftersales.css';

type RequestedLines = Readonly<Record<string, RequestedLine>>;

/** What a return of an order may be: goods of none are noted at the desk. */
const { unordered: _ofNone, ...TYPES } = returnType.items;

const HEAD = {
  type: { ...returnOrder.fields.type, dict: { ...returnType, items: TYPES } },
  reasonId: returnOrder.fields.reasonId,
  fault: returnOrder.fields.fault,
  warehouseId: { ...returnOrder.fields.warehouseId, hint: '留空退回发货仓' },
  channelRaNo: returnOrder.fields.channelRaNo,
  returnLabelBy: returnOrder.fields.returnLabelBy,
  carrier: returnOrder.fields.carrier,
  trackingNo: returnOrder.fields.trackingNo,
  photos: returnOrder.fields.photos,
  remark: returnOrder.fields.remark,
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
export const useOffer = (orderId: string, isRequested: boolean) =>
  useQuery({
    queryKey: keyOf(returnOrder, 'offer', orderId),
    queryFn: ({ signal }) => fetchRoute(returnOfferRoute, { params: { orderId }, signal }),
    enabled: isRequested,
    staleTime: 0,
  });

/** 申请退货: what may still come back of an order, by units, and submitted at once. */
export function RequestReturn({ orderId, onClose }: { orderId: string; onClose: () => void }): ReactNode {
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
      {data && <Request offer={data} isDirty={isDirty} onDirty={() => setDirty(true)} onClose={onClose} />}
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
  const [lines, setLines] = useState<RequestedLines>({});
  const { run, isBusy, others } = useSubmission(form, new Set(Object.keys(HEAD)));
  const hand = useRequestSent(onClose);
  const stored = useDraft({
    key: draftKey('aftersales:returnOrder/request', offer.orderId),
    title: `申请退货：${offer.channelOrderNo}`,
    isDirty,
    take: () => ({ head: form.getFieldsValue(), lines }),
    restore: ({ head, lines: typed }) => {
      form.setFieldsValue((head ?? {}) as Record<string, unknown>);
      setLines((typed ?? {}) as RequestedLines);
      onDirty();
    },
  });
  const type = Form.useWatch('type', form) as string | undefined;
  const open = offer.lines.filter(({ returnable, skuId }) => returnable > 0 && skuId !== null);
  const wantedOf = ({ orderLineId }: OfferedLine): RequestedLine =>
    lines[orderLineId] ?? { qty: open.length === 1 ? 1 : 0, outcome: null };
  const units = open.reduce((sum, line) => sum + wantedOf(line).qty, 0);
  const put = (line: OfferedLine, part: Partial<RequestedLine>): void => {
    onDirty();
    setLines((now) => ({ ...now, [line.orderLineId]: { ...wantedOf(line), ...part } }));
  };
  const submit = async (isSubmitted: boolean): Promise<void> => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    const requested = open.filter((line) => wantedOf(line).qty > 0);
    const body = {
      ...filledValues(HEAD, values),
      orderId: offer.orderId,
      lines: requested.map((line) => ({
        orderLineId: line.orderLineId,
        skuId: line.skuId,
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
      <DraftNote offer={stored} />
      <OfferNotices offer={offer} open={open} />
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

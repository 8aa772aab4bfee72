import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  callRoute,
  detailPath,
  DialogFrame,
  FieldInputs,
  filledValues,
  grouped,
  keyOf,
  MoveButtons,
  openFrom,
  RefusalNote,
  refreshResource,
  toast,
  StateTag,
  toastError,
  usePage,
  usePermission,
  useSubmission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { claim, claimLifecycle } from '../../model/claim.ts';
import { claimReturnRoute } from '../../model/claim-routes.ts';
import { returnLabel, returnLabelLifecycle } from '../../model/return-label.ts';
import { buyReturnLabelRoute, printReturnLabelRoute } from '../../model/return-label-work.ts';
import { returnOrder } from '../../model/return-order.ts';

type Return = Pick<
  WireRow<typeof returnOrder>,
  | 'id'
  | 'status'
  | 'returnLabelBy'
  | 'labelStatus'
  | 'labelError'
  | 'inspectedAt'
  | 'qtyDamaged'
  | 'qtyWrong'
  | 'qtyMissing'
>;

/** What stands around a return: the label that we send for it, and what is claimed for its goods. */
export const ReturnAround = ({ row }: { row: Return }): ReactNode => (
  <>
    <ReturnLabels row={row} />
    <ReturnClaims row={row} />
  </>
);

/** 退货面单 of a return: bought, printed, voided. */
export function ReturnLabels({ row }: { row: Return }): ReactNode {
  const maySee = usePermission('aftersales:returnLabel:list');
  const mayBuy = usePermission('aftersales:returnLabel:buy');
  const mayPrint = usePermission('aftersales:returnLabel:print');
  const [isBuying, setBuying] = useState(false);
  const { data } = useQuery({
    queryKey: keyOf(returnLabel, 'ofReturn', row.id),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<WireRow<typeof returnLabel>>>(returnLabel, 'list', { returnId: row.id }, { signal }),
    enabled: maySee,
  });
  const labels = data?.records ?? [];
  const isFree = !labels.some(({ status }) => ['requested', 'active', 'voiding'].includes(status));
  const isOurs = row.returnLabelBy === 'seller' && row.status === 'approved';
  if (!maySee || (labels.length === 0 && !isOurs)) return null;
  return (
    <section className="wb-detail-part">
      <h2>退货面单</h2>
      {row.labelStatus === 'failed' && row.labelError && <p role="alert">{row.labelError}</p>}
      {labels.map((one) => (
        <p key={one.id} className="wb-actions">
          <StateTag lifecycle={returnLabelLifecycle} state={one.status} />
          <span>{one.trackingNo ?? one.labelNo}</span>
          <span>{one.carrierAccountId_dictText}</span>
          {one.cost && (
            <span>
              {grouped(one.cost)} {one.currency}
            </span>
          )}
          {mayPrint && one.status === 'active' && (
            <Button
              size="small"
              onClick={() => void openFrom(printReturnLabelRoute, { params: { id: one.id } }).catch(toastError)}
            >
              打印
            </Button>
          )}
          <MoveButtons lifecycle={returnLabelLifecycle} row={one} moves={['voidLabel']} visible={1} look="plain" />
        </p>
      ))}
      {mayBuy && isOurs && isFree && (
        <Button type="primary" onClick={() => setBuying(true)}>
          购买退货面单
        </Button>
      )}
      {isBuying && <BuyDialog returnId={row.id} onClose={() => setBuying(false)} />}
    </section>
  );
}

const BUY_FIELDS = { shipMethodId: buyReturnLabelRoute.body.shipMethodId };
const BUY_LAYOUT = [['shipMethodId']] as const;

function BuyDialog({ returnId, onClose }: { returnId: string; onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>();
  const submission = useSubmission(form, new Set(BUY_LAYOUT.flat()));
  const buy = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const body = { returnId, ...filledValues(BUY_FIELDS, values) };
      const { message } = await callRoute(buyReturnLabelRoute, { body });
      toast.done(message);
      await Promise.all([refreshResource(returnLabel), refreshResource(returnOrder)]);
      onClose();
    });
  return (
    <DialogFrame
      open
      title="购买退货面单"
      okText="购买"
      onOk={async () => buy((await form.validateFields()) as Record<string, unknown>)}
      onClose={onClose}
    >
      <RefusalNote texts={submission.others} />
      <Form form={form} layout="vertical">
        <FieldInputs fields={BUY_FIELDS} layout={BUY_LAYOUT} form={form} />
      </Form>
    </DialogFrame>
  );
}

const OPEN: ReadonlySet<string> = new Set(['draft', 'submitted', 'part_paid']);

/** 索赔 of a return: against who carried it, or who made it. */
export function ReturnClaims({ row }: { row: Return }): ReactNode {
  const maySee = usePermission('aftersales:claim:list');
  const mayAdd = usePermission('aftersales:claim:add');
  const { open } = usePage();
  const [party, setParty] = useState<'carrier' | 'supplier' | null>(null);
  const { data } = useQuery({
    queryKey: keyOf(claim, 'ofReturn', row.id),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<WireRow<typeof claim>>>(claim, 'list', { returnId: row.id }, { signal }),
    enabled: maySee,
  });
  const claims = data?.records ?? [];
  // Nobody pays for goods that came back as they were sold.
  const isBad = row.inspectedAt !== null && row.qtyDamaged + row.qtyWrong + row.qtyMissing > 0;
  if (!maySee || (claims.length === 0 && !(mayAdd && isBad))) return null;
  const isFree = (whom: string): boolean => !claims.some((one) => one.party === whom && OPEN.has(one.status));
  return (
    <section className="wb-detail-part">
      <h2>索赔</h2>
      {claims.map((one) => (
        <p key={one.id} className="wb-actions">
          <StateTag lifecycle={claimLifecycle} state={one.status} />
          <Button type="link" size="small" onClick={() => open(detailPath(claim, one.id))}>
            {one.claimNo}
          </Button>
          <span>{one.party_dictText}</span>
          {one.total && (
            <span>
              {grouped(one.total)} {one.currency}
            </span>
          )}
        </p>
      ))}
      {mayAdd && isBad && (
        <p className="wb-actions">
          {isFree('carrier') && <Button onClick={() => setParty('carrier')}>向承运商索赔</Button>}
          {isFree('supplier') && <Button onClick={() => setParty('supplier')}>向供应商索赔</Button>}
        </p>
      )}
      {party && <ClaimDialog returnId={row.id} party={party} onClose={() => setParty(null)} />}
    </section>
  );
}

const SUPPLIER_FIELDS = {
  supplierId: { ...claimReturnRoute.body.supplierId, required: true as const },
};
const SUPPLIER_LAYOUT = [['supplierId']] as const;

function ClaimDialog({
  returnId,
  party,
  onClose,
}: {
  returnId: string;
  party: 'carrier' | 'supplier';
  onClose: () => void;
}): ReactNode {
  const { open } = usePage();
  const [form] = Form.useForm<Record<string, unknown>>();
  const submission = useSubmission(form, new Set(SUPPLIER_LAYOUT.flat()));
  const isSupplier = party === 'supplier';
  const add = (values: Record<string, unknown>): Promise<boolean> =>
    submission.run(async () => {
      const named = isSupplier ? filledValues(SUPPLIER_FIELDS, values) : {};
      const { message, result } = await callRoute(claimReturnRoute, {
        body: { returnId, party, ...named },
      });
      toast.done(message);
      await refreshResource(claim);
      onClose();
      open(detailPath(claim, result.id));
    });
  return (
    <DialogFrame
      open
      title={isSupplier ? '向供应商索赔' : '向承运商索赔'}
      okText="登记"
      onOk={async () => add((await form.validateFields()) as Record<string, unknown>)}
      onClose={onClose}
    >
      <RefusalNote texts={submission.others} />
      <p>按质检的不良、错货和缺少数量登记，质检照片作为举证，金额可以再改。</p>
      {isSupplier && (
        <Form form={form} layout="vertical">
          <FieldInputs fields={SUPPLIER_FIELDS} layout={SUPPLIER_LAYOUT} form={form} />
        </Form>
      )}
    </DialogFrame>
  );
}

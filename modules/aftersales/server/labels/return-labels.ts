import type { Refusal } from '#kit/model/refusal.ts';
import { givenNumber } from '#kit/model/tracking-number.ts';
import { command, moveInTransaction, recordBirth, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { boxesOf, cartonsOf, type Carton } from '#modules/catalog/server/index.ts';
import type { BoughtLabel, CarrierParcel, CarrierRate } from '#modules/fulfilment/model/carrier-port.ts';
import { MOST_NUMBERS, numbersText } from '#modules/fulfilment/model/tracking.ts';
import { extraLabels } from '#modules/fulfilment/model/carrier-errors.ts';
import { claimedFault, claimLabel, withoutOwn } from '#modules/fulfilment/server/index.ts';
import { returnLabel, returnLabelLifecycle } from '../../model/return-label.ts';
import { labelRefusals, returnLabelBuying, returnLabelVoiding } from '../../model/return-label-work.ts';
import { returnOrder } from '../../model/return-order.ts';
import { labelFault } from './label-fault.ts';
import { freeHeld, holdPrice, payLabel, refundLabel, type PaidLabel } from './return-label-money.ts';

/** A label with the columns that no screen shows. */
export type StoredReturnLabel = PaidLabel & {
  labelAssetId: string | null;
  parcels: CarrierParcel[];
};

/** A return that a label is wanted for; the caller has locked it and may see it. */
export interface LabelledReturn {
  id: string;
  returnNo: string;
  type: string;
  status: string;
  returnLabelBy: string | null;
  orderId: string | null;
  accountId: string | null;
  warehouseId: string | null;
  environment: string;
}

const BY: Readonly<Record<string, string>> = { buyer: '买家', channel: '平台' };

/** Notes that a label is to be bought; the carrier is asked by a delivery. @throws Refusal why not */
export async function wantLabel(
  tx: Tx,
  row: LabelledReturn,
  shipMethodId: string | null,
): Promise<{ id: string; labelNo: string }> {
  if (row.status !== 'approved' || row.type === 'refundOnly') throw labelRefusals.notApproved();
  if (row.returnLabelBy !== 'seller') throw labelRefusals.notOurs({ by: BY[row.returnLabelBy ?? 'buyer'] ?? '买家' });
  const { orderId, accountId, warehouseId } = row;
  if (!orderId || !accountId || !warehouseId) throw labelRefusals.noOrder();
  const live = await tx.maybe<{ labelNo: string }>`
    select label_no from return_label where tenant_id = ${tx.tenant} and return_id = ${row.id}::uuid
      and status in ('requested', 'active', 'voiding')`;
  if (live) throw labelRefusals.bought(live);
  const methodId = shipMethodId ?? (await methodByRule(tx, warehouseId));
  if (!methodId) throw labelRefusals.noRule();
  const carrier = await carrierOf(tx, methodId, row.environment);
  const parcels = await parcelsOf(tx, row.id);
  const [labelNo = ''] = await tx.numbering.take(tx.actor, 'RL', 1);
  const id = newId();
  await tx.run`
    insert into return_label (tenant_id, id, label_no, return_id, order_id, account_id, warehouse_id, environment,
      ship_method_id, carrier_account_id, carrier, service, owner, parcels, parcel_count, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${labelNo}, ${row.id}::uuid, ${orderId}::uuid, ${accountId}::uuid,
      ${warehouseId}::uuid, ${row.environment}, ${methodId}::uuid, ${carrier.id}::uuid, ${carrier.carrier},
      ${carrier.service}, ${carrier.owner}, ${JSON.stringify(parcels)}::jsonb, ${parcels.length},
      ${tx.actor.username}, ${tx.now})`;
  await setColumns(tx, returnOrder, [row.id], { labelStatus: 'buying', labelError: null });
  recordBirth(tx, returnLabelLifecycle, 'buy', [{ id, status: 'requested', scope: accountId }]);
  await tx.emit(returnLabelBuying, orderId, { labelId: id, returnId: row.id, orderId, accountId });
  return { id, labelNo };
}

/** The way that a rule names for goods that come back to a warehouse. */
export async function methodByRule(tx: Tx, warehouseId: string): Promise<string | null> {
  const found = await tx.maybe<{ shipMethodId: string }>`
    select ship_method_id from return_label_rule where tenant_id = ${tx.tenant} and deleted_at is null
      and (warehouse_id is null or warehouse_id = ${warehouseId}::uuid)
    order by warehouse_id nulls last limit 1`;
  return found?.shipMethodId ?? null;
}

interface MethodCarrier {
  id: string;
  carrier: string;
  service: string;
  owner: string;
}

async function carrierOf(tx: Tx, methodId: string, environment: string): Promise<MethodCarrier> {
  const found = await tx.maybe<MethodCarrier & { name: string; status: string; environment: string }>`
    select c.id, c.carrier, coalesce(m.service, '') as service, c.owner, c.name, c.status, c.environment
    from ship_method m join carrier_account c on c.tenant_id = m.tenant_id and c.id = m.carrier_account_id
      and c.deleted_at is null
    where m.tenant_id = ${tx.tenant} and m.id = ${methodId}::uuid and m.deleted_at is null`;
  if (!found) throw labelRefusals.noCarrier();
  if (found.status !== 'enabled') throw labelRefusals.disabled({ name: found.name });
  if ((environment === 'sandbox') !== (found.environment === 'sandbox')) throw labelRefusals.environment();
  return found;
}

/** The cartons in which the goods were sent are those in which they come back. */
async function parcelsOf(tx: Tx, returnId: string): Promise<CarrierParcel[]> {
  const lines = await tx.rows<{ skuId: string; code: string; qty: number }>`
    select l.sku_id, s.sku_code as code, l.qty_requested as qty from return_line l
      join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.return_id = ${returnId}::uuid order by l.id`;
  const cartons = await cartonsOf(
    tx,
    lines.map(({ skuId }) => skuId),
  );
  return lines.flatMap(({ skuId, code, qty }) => {
    const own = cartons.get(skuId) ?? [];
    if (own.length === 0) throw labelRefusals.noCarton({ sku: code });
    const [only] = own;
    if (own.length === 1 && only) return Array<CarrierParcel>(boxesOf(qty, own)).fill(measured(only));
    return Array.from({ length: qty }, () => own.map(measured)).flat();
  });
}

const measured = ({ lengthMm, widthMm, heightMm, grossWeightG }: Carton): CarrierParcel => ({
  lengthMm,
  widthMm,
  heightMm,
  weightG: grossWeightG,
});

export const lockReturnLabel = (tx: Tx, id: string): Promise<StoredReturnLabel | undefined> =>
  tx.maybe<StoredReturnLabel>`
    select * from return_label where tenant_id = ${tx.tenant} and id = ${id}::uuid for update`;

/** Sets the price aside in the wallet, of an account of the platform. @returns why it cannot */
export async function holdReturnPrice(tx: Tx, labelId: string, rate: CarrierRate): Promise<Refusal | null> {
  const label = await lockReturnLabel(tx, labelId);
  return label?.status === 'requested' ? holdPrice(tx, label, rate) : null;
}

const arrive = command(returnLabelLifecycle, 'arrive', { run: async () => undefined });
const failMove = command(returnLabelLifecycle, 'fail', { run: async () => undefined });

/**
 * The carrier has made the label: it is paid, kept, and its number stands on the return. Where nobody waits for
 * the goods any more it is voided again. A repeat does nothing.
 * @param denial why the label must not be used, by the carrier's own answer; null: nothing says so
 */
export async function returnLabelBought(
  tx: Tx,
  labelId: string,
  made: BoughtLabel,
  denial: string | null,
): Promise<void> {
  const isAwaited = await lockAwaited(tx, labelId);
  const label = await lockReturnLabel(tx, labelId);
  if (label?.status !== 'requested') return;
  const owner = await claimLabel(tx, label, made.labelId);
  const ours = owner === null ? made : withoutOwn(made);
  const bought = { ...ours, trackingNos: ours.trackingNos.map(givenNumber) };
  const fault = denial ?? (owner ? claimedFault(made.labelId, owner) : await labelFault(bought));
  const trackingNo = numbersText(bought.trackingNos.filter(Boolean), MOST_NUMBERS.label) || null;
  // A price that cannot be read is the one that was quoted, until the carrier says otherwise.
  const price =
    bought.cost === null
      ? { cost: label.quotedCost ?? 0n, currency: label.currency ?? '' }
      : { cost: bought.cost, currency: bought.currency ?? '' };
  await setColumns(tx, returnLabel, [label.id], {
    remoteId: bought.labelId || null,
    trackingNo,
    voidDeadline: bought.voidUntil,
    ...(owner ? { cost: null } : price),
    error:
      [fault, !owner && bought.cost === null && PRICE_AS_QUOTED, extraLabels(bought.extra)]
        .filter(Boolean)
        .join('；') || null,
  });
  if (bought.file) await storeFile(tx, label, bought.file);
  if (owner) await freeHeld(tx, label);
  else await payLabel(tx, label, price);
  await moveInTransaction(tx, arrive, [label.id]);
  if (!isAwaited) return giveUpLabels(tx, [label.returnId]);
  await setColumns(tx, returnOrder, [label.returnId], {
    carrier: label.carrier.slice(0, 64),
    trackingNo: shortNumbers(trackingNo ?? '') || null,
    labelStatus: fault ? 'failed' : 'ready',
    labelError: fault,
  });
}

const PRICE_AS_QUOTED = '承运商没有给出可读的面单费，按报价计';

async function storeFile(
  tx: Tx,
  { id, labelNo }: StoredReturnLabel,
  file: NonNullable<BoughtLabel['file']>,
): Promise<void> {
  const assetId = await tx.files.put(tx, {
    kind: 'label',
    name: `${labelNo}.pdf`,
    ...file,
    ownerType: 'returnLabel',
    ownerId: id,
  });
  await tx.run`update return_label set label_asset_id = ${assetId}::uuid
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

/** Of several parcels as many numbers as a return shows. */
const shortNumbers = (text: string): string => numbersText(text.split(','), MOST_NUMBERS.return);

const ENDED: readonly string[] = ['rejected', 'cancelled', 'expired'];

/** Locks the return of a label, before the label as whoever gives it up does. @returns whether goods may come */
export async function lockAwaited(tx: Tx, labelId: string): Promise<boolean> {
  const row = await tx.maybe<{ status: string }>`
    select r.status from return_order r
    where r.tenant_id = ${tx.tenant} and r.id = (
      select l.return_id from return_label l where l.tenant_id = ${tx.tenant} and l.id = ${labelId}::uuid)
    for update`;
  return row !== undefined && !ENDED.includes(row.status);
}

/** No label came: what was held is free again, and the reason stands with it. */
export async function returnLabelNotBought(tx: Tx, labelId: string, reason: string): Promise<void> {
  const label = await lockReturnLabel(tx, labelId);
  if (label?.status !== 'requested') return;
  await freeHeld(tx, label);
  await setColumns(tx, returnLabel, [label.id], { error: reason.slice(0, 500) });
  await moveInTransaction(tx, failMove, [label.id]);
  await setColumns(tx, returnOrder, [label.returnId], {
    labelStatus: 'failed',
    labelError: reason.slice(0, 500),
  });
}

/** 作废面单: asked of the carrier by a delivery. */
export const voidReturnLabel: Command = command(returnLabelLifecycle, 'voidLabel', {
  async run(tx, rows) {
    for (const { id, returnId, orderId, accountId } of rows)
      await tx.emit(returnLabelVoiding, orderId, { labelId: id, returnId, orderId, accountId });
  },
});

const voidDone = command(returnLabelLifecycle, 'voidDone', { run: async () => undefined });
const voidRefused = command(returnLabelLifecycle, 'voidRefused', { run: async () => undefined });

/** The carrier has voided it: what was paid goes back, and the return waits for another number. */
export async function returnLabelVoided(tx: Tx, labelId: string): Promise<void> {
  const label = await lockReturnLabel(tx, labelId);
  if (label?.status !== 'voiding') return;
  await refundLabel(tx, label);
  await moveInTransaction(tx, voidDone, [label.id]);
  const [row] = await pick(tx, returnOrder, ['trackingNo', 'status'])`
    id = ${label.returnId}::uuid`;
  const labelStatus = row?.status === 'approved' ? 'wanted' : 'none';
  await setColumns(tx, returnOrder, [label.returnId], { labelStatus });
  if (row?.trackingNo && row.trackingNo === shortNumbers(label.trackingNo ?? ''))
    await setColumns(tx, returnOrder, [label.returnId], { carrier: null, trackingNo: null });
}

export async function returnLabelVoidRefused(tx: Tx, labelId: string, reason: string): Promise<void> {
  const label = await lockReturnLabel(tx, labelId);
  if (label?.status !== 'voiding') return;
  await setColumns(tx, returnLabel, [label.id], { error: reason.slice(0, 500) });
  await moveInTransaction(tx, voidRefused, [label.id]);
}

/** Nobody sends the goods any more: a label that was bought for them is voided. */
export async function giveUpLabels(tx: Tx, returnIds: readonly string[]): Promise<void> {
  const live = await pick(tx, returnLabel, ['id'])`
    return_id = any(${[...returnIds]}::uuid[]) and status = 'active' order by id`;
  if (live.length > 0)
    await moveInTransaction(
      tx,
      voidReturnLabel,
      live.map(({ id }) => id),
      { reason: '退货单已取消' },
    );
}

import { addressValues } from '#kit/model/address.ts';
import { toWireTime } from '#kit/model/time.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftPlace } from '#kit/server/draft/draft-place.ts';
import { addDraft } from '#kit/server/draft/write-draft.ts';
import type { Registry } from '#kit/server/registry.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { incomingReturnErrors } from '../../model/incoming-errors.ts';
import type { IncomingPart, IncomingPartLine } from '../../model/incoming-part.ts';
import { partOrder } from '../../model/part-order.ts';
import { partDraft } from './part-draft.ts';
import { strayParts } from './stray-parts.ts';
import { cancelPartOrder, markAnswered, submitPartOrder } from './part-requests.ts';

/** A request for parts whose products are our SKUs. */
export interface MappedPart extends Omit<IncomingPart, 'lines'> {
  accountId: string;
  lines: (IncomingPartLine & { skuId: string })[];
}

export interface TakenPart {
  partOrderId: string;
  outcome: 'created' | 'changed' | 'repeated';
}

/** A request as its draft takes it. */
export interface NewRequest {
  head: Record<string, unknown>;
  lines: readonly Record<string, unknown>[];
}

export interface KnownRequest {
  id: string;
  partOrderNo: string;
  status: string;
}

/**
 * A request by its number at the channel, however that is written. The row of the shop is kept until the
 * transaction ends: two who bring the same request see each other.
 */
export async function knownRequest(tx: Tx, accountId: string, channelPartNo: string): Promise<KnownRequest | null> {
  await tx.run`select 1 from channel_account
    where tenant_id = ${tx.tenant} and id = ${accountId}::uuid for no key update`;
  const [known] = await pick(tx, partOrder, ['id', 'partOrderNo', 'status'])`
    account_id = ${accountId}::uuid and channel_part_no_key = lower(${channelPartNo}) limit 1`;
  return known ?? null;
}

/** Stores a request that came from outside and submits it, so that its clock runs. @returns its id */
export async function storeRequest(
  tx: Tx,
  registry: Registry,
  { head, lines }: NewRequest,
  origin: 'channel' | 'import',
): Promise<string> {
  const place = draftPlace({ resource: partOrder, draft: partDraft }, registry);
  const { id } = await addDraft(tx, place, { ...head, lines });
  await setColumns(tx, partOrder, [id], { origin });
  await moveInTransaction(tx, submitPartOrder, [id]);
  return id;
}

/** Orders that requests name by the number of their channel, of a shop or of any: of a split one the first. */
export const ordersNumbered = (
  tx: Tx,
  channelOrderNo: string | null,
  accountId: string | null,
): Promise<{ id: string; accountId: string }[]> =>
  tx.rows`
    select id, account_id from sales_order
    where tenant_id = ${tx.tenant} and channel_order_no = ${channelOrderNo} and split_seq = 0
      and status <> 'draft' and order_type <> 'replacement'
      and (${accountId}::uuid is null or account_id = ${accountId}::uuid)
    order by create_time, id limit 20`;

/** SKUs by what outsiders call them: their code, else another code or UPC of theirs. */
export async function skusByCode(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const named = await tx.rows<{ code: string; id: string }>`
    select code, id from (
      select sku_code as code, id, 2 as nearness from sku
      where tenant_id = ${tx.tenant} and deleted_at is null and sku_code = any(${[...codes]}::text[])
      union all
      select a.code, a.sku_id, 1 from sku_alias a
      join sku s on s.tenant_id = a.tenant_id and s.id = a.sku_id and s.deleted_at is null
      where a.tenant_id = ${tx.tenant} and a.deleted_at is null and a.code = any(${[...codes]}::text[])) f
    order by nearness`;
  return new Map(named.map(({ code, id }) => [code, id]));
}

/** A request as a channel tells it: taken once, by its number there, and taken back where it is. */
export async function takePart(tx: Tx, registry: Registry, reported: MappedPart): Promise<TakenPart> {
  const known = await knownRequest(tx, reported.accountId, reported.channelPartNo);
  if (known) {
    const isOpen = ['new', 'needInfo', 'confirmed', 'breached'].includes(known.status);
    if (!reported.isCancelled || !isOpen) return { partOrderId: known.id, outcome: 'repeated' };
    await moveInTransaction(tx, cancelPartOrder, [known.id], { reason: '平台已取消' });
    return { partOrderId: known.id, outcome: 'changed' };
  }
  if (reported.isCancelled) throw incomingReturnErrors.cancelledUnknown();
  const partOrderId = await storeRequest(tx, registry, await requestOf(tx, reported), 'channel');
  return { partOrderId, outcome: 'created' };
}

async function requestOf(tx: Tx, reported: MappedPart): Promise<NewRequest> {
  const [order] = await ordersNumbered(tx, reported.channelOrderNo, reported.accountId);
  const codes = reported.lines.flatMap(({ partSku }) => partSku ?? []);
  const parts = await skusByCode(tx, codes);
  const isStray = await strayParts(
    tx,
    reported.lines.map(({ skuId, partSku }) => ({
      parentSkuId: skuId,
      partSkuId: parts.get(partSku ?? '') ?? null,
    })),
  );
  const { shipTo } = reported;
  const head = {
    accountId: reported.accountId,
    orderId: order?.id ?? null,
    channelPartNo: reported.channelPartNo,
    // A channel whose clock is ahead of ours does not keep its request out.
    receivedAt: toWireTime(reported.requestedAt > tx.now ? tx.now : reported.requestedAt, tx.actor.zone),
    ...(shipTo ? addressValues('shipTo', shipTo) : {}),
    ...(reported.remark ? { remark: reported.remark.slice(0, 500) } : {}),
  };
  const lines = reported.lines.map((line) => {
    const named = { parentSkuId: line.skuId, partSkuId: parts.get(line.partSku ?? '') ?? null };
    // A channel that names whole goods as a part is not kept out: a person chooses what is meant.
    const partSkuId = isStray(named) || named.partSkuId === line.skuId ? null : named.partSkuId;
    const message = [line.description, partSkuId ? null : line.partSku].filter(Boolean).join(' ');
    return {
      parentSkuId: line.skuId,
      partSkuId,
      qty: line.qty,
      cause: line.cause,
      description: message.slice(0, 255) || null,
      ...(line.cartonNo ? { cartonNo: line.cartonNo } : {}),
    };
  });
  return { head, lines };
}

/** The channel has our answer by interface: nobody has to give it there. */
export const partAnswered = (tx: Tx, partOrderId: string): Promise<unknown> =>
  moveInTransaction(tx, markAnswered, [partOrderId]);

import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { illegalMove, notFound, staleVersion } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { auditResource, fieldDiff } from '#kit/server/audit.ts';
import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Numbering } from '#kit/server/document-number.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { claimReceipt, payloadHash, storeReceipt } from '#kit/server/receipt.ts';
import { answer, type Call, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { addressKey } from '../model/address-check.ts';
import { poTaken } from '../model/errors.ts';
import { manualOrderHeader } from '../model/manual-order.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder } from '../model/order.ts';
import { insertLines, searchText, summaryOf, type NewLine } from './order-lines.ts';
import { readManualHeader, readManualLines, type ManualLine } from './manual-input.ts';
import { openAddress, type StoredOrder } from './read-order.ts';

/** A manual order with its lines, made and written anew while it is a draft; errors name the row. */
export function manualOrderRoutes(numbering: Numbering): Route[] {
  const edit = (method: 'PUT' | 'POST'): Route => ({
    method,
    path: '/orders/salesOrder/edit',
    access: { permission: 'orders:salesOrder:edit' },
    summary: '编辑手工单',
    body: manualOrderHeader,
    handle: async (call) =>
      answer(MESSAGES.edited, await once(call, 'edit', (tx) => editDraft(tx, call.body))),
  });
  return [
    {
      method: 'POST',
      path: '/orders/salesOrder/add',
      access: { permission: 'orders:salesOrder:add' },
      summary: '新建手工单',
      body: manualOrderHeader,
      handle: async (call) => {
        const [no] = await numbering.take(call.actor, 'SO', 1);
        const add = (tx: Tx): Promise<Written> => addDraft(tx, no as string, call.body);
        return answer(MESSAGES.added, await once(call, 'add', add));
      },
    },
    edit('PUT'),
    edit('POST'),
  ];
}

/** Writes once per key: who heard no answer may ask again. */
const once = (call: Call, verb: string, write: (tx: Tx) => Promise<Written>): Promise<Written> =>
  call.tx(async (tx) => {
    if (!call.key) return write(tx);
    const scope = `orders:salesOrder:${verb}`;
    const known = await claimReceipt<Written>(tx, scope, call.key, payloadHash(call.body));
    if (known) return known.answered;
    const written = await write(tx);
    await storeReceipt(tx, scope, call.key, written);
    return written;
  });

interface Written {
  id: string;
  version: number;
  channelOrderNo: string;
}

async function addDraft(tx: Tx, orderNo: string, body: Record<string, unknown>): Promise<Written> {
  const header = await readManualHeader(tx, body, null);
  const lines = await readManualLines(tx, body['lines']);
  const id = newId();
  const channelOrderNo = header.channelOrderNo ?? orderNo;
  const added = await tx.run`
    insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, order_type, source, status,
      currency, ordered_at, environment, create_by, create_time)
    values (${tx.tenant}, ${id}, ${orderNo}, ${channelOrderNo}, ${header.accountId}::uuid, 'manual', 'manual', 'draft',
      ${header.currency}, ${header.orderedAt ?? tx.now},
      (select environment from channel_account where tenant_id = ${tx.tenant} and id = ${header.accountId}::uuid),
      ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, account_id, channel_order_no, order_type, split_seq) do nothing`;
  if (added === 0) throw poTaken({ channelOrderNo });
  await writeDraft(tx, { id, orderNo, version: 1 }, { ...header, channelOrderNo }, lines);
  recordBirth(tx, orderLifecycle, 'add', [{ id, status: 'draft', scope: header.accountId }]);
  auditResource(tx, salesOrder, [{ rowId: id, action: 'add' }]);
  return { id, version: 1, channelOrderNo };
}

/**
 * Writes a draft anew: its head and all its lines, under its version. Who may not see buyers
 * cannot change where it goes.
 * @throws Refusal 404, 409 when it was handed in or changed meanwhile, 422 naming fields and rows
 */
async function editDraft(tx: Tx, body: Record<string, unknown>): Promise<Written> {
  const before = await lockDraft(tx, body['id']);
  if (before.status !== 'draft') throw illegalMove();
  if (Number(body['version']) !== before.version) throw staleVersion();
  const shipTo = openAddress(tx, before);
  const header = await readManualHeader(tx, body, { ...before, shipTo });
  const lines = await keepLines(
    tx,
    before.id,
    body['lines'],
    await readManualLines(tx, body['lines']),
  );
  const orderNo = before.orderNo;
  const channelOrderNo = header.channelOrderNo ?? orderNo;
  const taken = await tx.maybe`
    select 1 from sales_order where tenant_id = ${tx.tenant} and account_id = ${header.accountId}::uuid
      and channel_order_no = ${channelOrderNo} and order_type = 'manual' and split_seq = 0
      and id <> ${before.id}::uuid`;
  if (taken) throw poTaken({ channelOrderNo });
  const written = { id: before.id, orderNo, version: before.version + 1 };
  await tx.run`delete from order_line where tenant_id = ${tx.tenant} and order_id = ${before.id}::uuid`;
  await writeDraft(tx, written, { ...header, channelOrderNo }, lines).catch((error: unknown) => {
    // Somebody else has stored the same number since it was asked for.
    throw (error as { code?: string }).code === '23505' ? poTaken({ channelOrderNo }) : error;
  });
  moveCounter(tx, before.accountId, header.accountId);
  auditResource(tx, salesOrder, [
    { rowId: before.id, action: 'edit', diff: diffOf(tx, before, { ...header, channelOrderNo }) },
  ]);
  return { id: before.id, version: written.version, channelOrderNo };
}

async function lockDraft(tx: Tx, id: unknown): Promise<StoredOrder> {
  if (!isUuid(id)) throw notFound();
  const conditions = [...baseConditions(salesOrder, tx.actor), sql`t.id = ${id}::uuid`];
  const [row] = await tx.query<StoredOrder>(sql`
    select t.* from sales_order t where ${join(conditions, ' and ')} for update`);
  if (!row) throw notFound();
  return row;
}

type Header = Awaited<ReturnType<typeof readManualHeader>> & { channelOrderNo: string };

/** Head and lines of a draft as they are said: the one way in which a draft is stored. */
async function writeDraft(
  tx: Tx,
  { id, orderNo, version }: { id: string; orderNo: string; version: number },
  header: Header,
  said: readonly (ManualLine & { id?: string })[],
): Promise<void> {
  const { shipTo, channelOrderNo } = header;
  const exponent = exponentOf(header.currency);
  const lines = said.map((line, index): NewLine => {
    const unitPrice = parseDecimal(line.unitPrice, PRICE_SCALE) as bigint;
    return {
      ...line,
      id: line.id ?? newId(),
      lineNo: index + 1,
      unitPrice,
      expectedPrice: null,
      net: lineAmount(line.qty, unitPrice, exponent),
      estShipDate: undefined,
      estShipDay: line.estShipDate ?? undefined,
      cancelled: 0,
    };
  });
  const seal = (text: string | undefined): string | null => (text ? tx.vault.seal(text) : null);
  await tx.run`
    update sales_order set channel_order_no = ${channelOrderNo}, account_id = ${header.accountId}::uuid,
      environment = (select environment from channel_account where tenant_id = ${tx.tenant} and id = ${header.accountId}::uuid),
      currency = ${header.currency}, ordered_at = coalesce(${header.orderedAt ?? null}::timestamptz, ordered_at),
      ship_by = ${header.shipBy}, warehouse_id = ${header.pinnedWarehouseId}::uuid,
      pinned_warehouse_id = ${header.pinnedWarehouseId}::uuid, ship_method_id = ${header.shipMethodId}::uuid,
      note = ${header.note}, ship_to_name = ${shipTo.name || null}, ship_to_address1 = ${seal(shipTo.address1)},
      ship_to_address2 = ${seal(shipTo.address2)}, ship_to_city = ${shipTo.city || null},
      ship_to_state = ${shipTo.state || null}, ship_to_postal_code = ${shipTo.postalCode || null},
      ship_to_country = ${shipTo.country}, ship_to_phone = ${seal(shipTo.phone)},
      address_hash = ${tx.vault.digest(addressKey(shipTo))}, item_summary = ${summaryOf(lines)},
      line_count = ${lines.length}, unit_count = ${lines.reduce((sum, { qty }) => sum + qty, 0)},
      total = ${lines.reduce((sum, { net }) => sum + net, 0n)},
      search_text = ${searchText(orderNo, channelOrderNo, lines, shipTo.name)},
      version = ${version}, update_by = case when ${version > 1} then ${tx.actor.username} end,
      update_time = case when ${version > 1} then ${tx.now}::timestamptz end
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  const place = { currency: header.currency, warehouseId: header.pinnedWarehouseId };
  await insertLines(tx, id, place, lines);
}

/** Lines that name the stored line they come from stay that line: two editors mean the same one. */
async function keepLines(
  tx: Tx,
  orderId: string,
  raw: unknown,
  lines: readonly ManualLine[],
): Promise<(ManualLine & { id?: string })[]> {
  const stored = await tx.rows<{ id: string }>`
    select id from order_line where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
  const open = new Set(stored.map(({ id }) => id));
  const sent = (raw ?? []) as readonly { id?: unknown }[];
  return lines.map((line, index) => {
    const id = sent[index]?.id;
    return typeof id === 'string' && open.delete(id) ? { ...line, id } : line;
  });
}

/** Tabs count orders by shop. */
function moveCounter(tx: Tx, from: string, to: string): void {
  if (from === to) return;
  tx.journal.count(resourceKey(salesOrder), from, 'draft', -1);
  tx.journal.count(resourceKey(salesOrder), to, 'draft', 1);
}

/** What was changed; of where it goes only that it was. */
function diffOf(tx: Tx, before: StoredOrder, header: Header): Record<string, unknown> | null {
  const { shipTo, orderedAt, ...rest } = header;
  const diff = fieldDiff(salesOrder, before, { ...rest, ...(orderedAt ? { orderedAt } : {}) });
  const isMoved = !tx.vault.digests(addressKey(shipTo)).includes(before.addressHash ?? '');
  return isMoved ? { ...diff, shipToAddress1: ['***', '***'] } : diff;
}

import type { Tx } from '#kit/server/database.ts';
import { takePart, takeReturn } from '#modules/aftersales/server/index.ts';
import { incomingReturnErrors } from '#modules/aftersales/model/incoming-errors.ts';
import { channelWarehousesOf } from '#modules/base/server/index.ts';
import type { Offering } from '../model/offering.ts';
import type { IncomingPart, IncomingReturn } from '../model/port.ts';
import { countOrder } from './pull-run.ts';
import type { PullScene } from './pull-scene.ts';
import { isPassing, quarantine, resolveQuarantine, unreadableRow, unstorableRow, type BadRow } from './quarantine.ts';

/** Asked for again this far back: a number that is known is the same return or request. */
const LOOK_BACK_MS = 14 * 86_400_000;

/** Takes in returns that buyers asked the channel for; one odd row keeps no other waiting. */
export async function takeReturns(scene: PullScene, connection: Offering<'returns'>): Promise<void> {
  const { channel, services } = scene;
  const accountId = channel.account.id;
  const { returns, unreadable } = await connection.pullReturns(since(scene));
  for (const row of unreadable) await setAside(scene, unreadableRow(row));
  await each(
    scene,
    'return',
    returns,
    ({ channelReturnNo }) => channelReturnNo,
    async (tx, reported) => {
      const skus = await skusOf(tx, accountId, reported);
      await takeReturn(tx, services.registry, {
        ...reported,
        accountId,
        usualWarehouseId: await usualWarehouse(tx, accountId),
        lines: reported.lines.map((line) => ({ ...line, skuId: skuIn(skus, line.channelSku) })),
      });
    },
  );
}

/** Takes in requests for parts. */
export async function takeParts(scene: PullScene, connection: Offering<'parts'>): Promise<void> {
  const { channel, services } = scene;
  const accountId = channel.account.id;
  const { parts, unreadable } = await connection.pullParts(since(scene));
  for (const row of unreadable) await setAside(scene, unreadableRow(row));
  await each(
    scene,
    'part',
    parts,
    ({ channelPartNo }) => channelPartNo,
    async (tx, reported) => {
      const skus = await skusOf(tx, accountId, reported);
      await takePart(tx, services.registry, {
        ...reported,
        accountId,
        lines: reported.lines.map((line) => ({ ...line, skuId: skuIn(skus, line.channelSku) })),
      });
    },
  );
}

const since = ({ attempt }: PullScene): Date => new Date(attempt.now.getTime() - LOOK_BACK_MS);

async function each<T extends object>(
  scene: PullScene,
  kind: 'return' | 'part',
  rows: readonly T[],
  keyOf: (row: T) => string,
  take: (tx: Tx, row: T) => Promise<void>,
): Promise<void> {
  const { attempt, channel } = scene;
  const taken: string[] = [];
  for (const row of rows)
    try {
      await attempt.tx((tx) => take(tx, row));
      taken.push(keyOf(row));
    } catch (error) {
      if (isPassing(error)) throw error;
      await setAside(scene, unstorableRow(kind, keyOf(row), row, error));
    }
  await attempt.tx((tx) => resolveQuarantine(tx, channel.account.id, taken, kind));
}

const setAside = ({ attempt, channel, runId }: PullScene, bad: BadRow): Promise<void> =>
  attempt.tx(async (tx) => {
    await quarantine(tx, channel.account.id, bad);
    await countOrder(tx, runId, 'quarantined');
  });

/** Our SKUs behind part numbers: those of the order, else what the shop sells under them. */
export async function skusOf(
  tx: Tx,
  accountId: string,
  {
    channelOrderNo,
    lines,
  }: Pick<IncomingReturn | IncomingPart, 'channelOrderNo'> & {
    lines: readonly { channelSku: string }[];
  },
): Promise<Map<string, string>> {
  const parts = lines.map(({ channelSku }) => channelSku);
  const rows = await tx.rows<{ channelSku: string; skuId: string }>`
    select channel_sku, sku_id from (
      select p.channel_sku, p.sku_id, 1 as nearness from channel_product p
      where p.tenant_id = ${tx.tenant} and p.account_id = ${accountId}::uuid and p.deleted_at is null
        and p.map_status = 'mapped' and p.sku_id is not null and p.channel_sku = any(${parts}::text[])
      union all
      select l.channel_sku, l.sku_id, 2 from order_line l
        join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and o.account_id = ${accountId}::uuid
        and o.channel_order_no = ${channelOrderNo} and l.sku_id is not null
        and l.channel_sku = any(${parts}::text[])) f order by nearness`;
  // What was sold under that number then counts more than what is today.
  return new Map(rows.map(({ channelSku, skuId }) => [channelSku, skuId]));
}

function skuIn(skus: ReadonlyMap<string, string>, part: string): string {
  const found = skus.get(part);
  if (!found) throw incomingReturnErrors.unmapped({ part });
  return found;
}

/** Where goods of no order are expected: the first warehouse of the shop. */
export async function usualWarehouse(tx: Tx, accountId: string): Promise<string | null> {
  const [first] = await channelWarehousesOf(tx, accountId);
  return first?.warehouseId ?? null;
}

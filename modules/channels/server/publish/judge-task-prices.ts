import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { isAsked, valuesAt, type FormColumn } from '../../model/publish/answers.ts';
import type { PublishFlaw } from '../../model/publish/judge-answers.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import { judgeBasePrices } from '../pricing/base-prices.ts';
import { guardPrices } from '../pricing/guard-prices.ts';
import type { OpenedTask } from './opened-task.ts';
import type { TaskItem } from './task-items.ts';

interface Priced {
  item: TaskItem;
  column: FormColumn;
  price: bigint;
  text: string;
}

/**
 * Prices of what does not stand there yet, by the floor that binds every price, and by what a new 供货价 of a listing
 * is judged by elsewhere. Prices of what does stand there are changed in 定价 alone.
 */
export async function judgeTaskPrices(
  tx: Tx,
  { task, items, columns }: Pick<OpenedTask, 'task' | 'items' | 'columns'>,
): Promise<Map<string, PublishFlaw[]>> {
  const priced = items.flatMap((item) =>
    item.liveAnswers === null ? columns.flatMap((column) => pricedAt(item, column) ?? []) : [],
  );
  const found = new Map<string, PublishFlaw[]>();
  if (priced.length === 0) return found;
  const listings = await listingsOf(
    tx,
    priced.flatMap(({ item }) => item.channelProductId ?? []),
  );
  const verdicts = await guardPrices(
    tx,
    priced.map(({ item, price }) => ({
      accountId: task.accountId,
      skuId: item.skuId,
      listingId: item.channelProductId,
      price,
      approvalId: listings.get(item.channelProductId ?? '')?.approvalId ?? null,
    })),
  );
  const refusals = await judgeBasePrices(
    tx,
    priced.map(({ item, text }) => {
      const before = listings.get(item.channelProductId ?? '');
      return {
        listingId: item.channelProductId,
        accountId: task.accountId,
        channelSku: item.channelSku,
        before: { skuId: before?.skuId ?? null, basePrice: before?.basePrice ?? null },
        after: { skuId: item.skuId, basePrice: text },
      };
    }),
  );
  priced.forEach(({ item, column }, at) => {
    const verdict = verdicts[at];
    const refusal = verdict?.refusal ?? refusals[at] ?? null;
    if (!refusal && verdict?.check !== 'warn') return;
    const { questionId, parentRank, instance } = column;
    const flaw: PublishFlaw = {
      questionId,
      parentRank,
      instance,
      severity: refusal ? 'error' : 'warning',
      code: refusal ? 'priceFloor' : 'costUnknown',
      message: refusal?.message ?? '成本未知，没有核对底价',
      source: 'check',
    };
    found.set(item.id, [...(found.get(item.id) ?? []), flaw]);
  });
  return found;
}

function pricedAt(item: TaskItem, column: FormColumn): Priced | null {
  if (roleOf(column.question) !== 'price' || !isAsked(column, item.answers)) return null;
  const text = valuesAt(item.answers, column)[0] ?? '';
  const price = parseDecimal(text, PRICE_SCALE);
  return price === null || price <= 0n ? null : { item, column, price, text };
}

interface StandingPrice {
  id: string;
  skuId: string | null;
  basePrice: string | null;
  /** The price that is in force and was approved by another person. */
  approvalId: string | null;
}

async function listingsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, StandingPrice>> {
  const rows = await tx.rows<StandingPrice>`
    select p.id, p.sku_id, p.base_price::text as base_price, r.id as approval_id
    from channel_product p
      left join price_record r on r.tenant_id = p.tenant_id and r.channel_product_id = p.id and r.type = 'baseCost'
        and r.status = 'active' and r.approved_by is not null
    where p.tenant_id = ${tx.tenant} and p.id = any(${[...ids]}::uuid[]) and p.deleted_at is null`;
  return new Map(rows.map((row) => [row.id, row]));
}

import { formatDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, rateAt, suppliersOf } from '#modules/base/server/index.ts';
import type { AccountName, Posting } from '#modules/ledger/model/journal.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import { billEmpty, billOvertaken } from '../model/bill-errors.ts';
import { supplierBill, supplierBillLifecycle, supplierBillLine, type SupplierBillRow } from '../model/supplier-bill.ts';
import { lockSuppliers } from './alone-limit.ts';
import { reasonToCheckBill, refuseUnchecked } from './bill-alone.ts';
import { billLines, matchBill, type BillMatch } from './bill-match.ts';

/**
 * 提交匹配: what differs from order and receipts is said at each line, and waits for a second person. So does
 * what is worth more than one person may enter alone, of the supplier within the hours that count together.
 */
export const matchSupplierBill: Command = command(supplierBillLifecycle, 'match', {
  async guard(_tx, rows) {
    return new Map(rows.filter(({ lineCount }) => lineCount === 0).map(({ id }) => [id, billEmpty()]));
  },
  async run(tx, rows) {
    const states = new Map<string, string>();
    await lockSuppliers(tx, rows);
    for (const row of rows) {
      const matches = await matchBill(tx, row, await billLines(tx, row.id));
      await setEach(tx, supplierBillLine, matches.map(foundOf));
      const differenceCount = matches.filter(({ differences }) => differences.length > 0).length;
      await noteMakers(tx, supplierBill, row.id);
      const checkReason = await reasonToCheckBill(tx, row);
      await setColumns(tx, supplierBill, [row], {
        differenceCount,
        checkReason,
        matchedAt: tx.now,
        approvedBy: null,
        submittedBy: tx.actor.username,
      });
      await noteWarehouses(tx, row.id);
      states.set(row.id, differenceCount > 0 || checkReason !== null ? 'differing' : 'matched');
    }
    return states;
  },
});

/** An order that was a draft when it was billed may have gone to another warehouse since. */
const noteWarehouses = (tx: Tx, id: string): Promise<number> =>
  tx.run`
    update supplier_bill b set warehouse_ids = array(
      select distinct coalesce(p.warehouse_id, r.warehouse_id) from supplier_bill_line l
      left join purchase_order p on p.tenant_id = l.tenant_id and p.id = l.purchase_order_id
      left join inbound_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
      where l.tenant_id = b.tenant_id and l.bill_id = b.id)
    where b.tenant_id = ${tx.tenant} and b.id = ${id}::uuid`;

const foundOf = ({ line, expected, open, differences, taken }: BillMatch) => ({
  id: line.id,
  expectedPrice: expected === null ? null : formatDecimal(expected, PRICE_SCALE),
  openQty: open,
  difference: differences.length > 0 ? differences.join('；') : null,
  excessQty: taken.missing,
});

/** 审核通过: differences are accepted by somebody who had no hand in the bill. */
export const approveSupplierBill: Command = command(supplierBillLifecycle, 'approve', {
  async run(tx, rows) {
    await setColumns(tx, supplierBill, rows, { approvedBy: tx.actor.username });
  },
});

/** 退回修改: what was matched and approved is so no longer. */
export const reopenSupplierBill: Command = command(supplierBillLifecycle, 'reopen', {
  async run(tx, rows) {
    await setColumns(tx, supplierBill, rows, {
      approvedBy: null,
      matchedAt: null,
      checkReason: null,
    });
  },
});

export const cancelSupplierBill: Command = command(supplierBillLifecycle, 'cancel', {
  run: async () => undefined,
});

/**
 * 过账: what the received goods stand for leaves 暂估应付, and is owed to the supplier; what the bill
 * asks beyond it, or less, is 采购价差, so is what was billed and has not come.
 */
export const postSupplierBill: Command = command(supplierBillLifecycle, 'post', {
  guard: refuseUnchecked,
  async run(tx, rows) {
    for (const row of rows) await post(tx, row);
  },
});

async function post(tx: Tx, row: SupplierBillRow): Promise<void> {
  const lines = await billLines(tx, row.id);
  const matches = await matchBill(tx, row, lines, { isHeld: true });
  const worse = matches.filter(isWorse);
  if (worse.length > 0) throw billOvertaken({ skus: await skuCodes(tx, worse) });
  const base = await baseCurrency(tx);
  const fxRate = await rateAt(tx, row.currency, base, row.billDate);
  const goodsBase = convertAmount(row.goodsTotal, fxRate, row.currency, base);
  const taxBase = convertAmount(row.taxTotal, fxRate, row.currency, base);
  const accrued = await storeMatches(tx, matches);
  const owed = await owedTo(tx, row.supplierId);
  const source = { refType: 'supplierBill', refId: row.id, refNo: row.billNo };
  const postings = sides(owed, accrued, goodsBase, taxBase).map((side) => ({
    ...side,
    currency: base,
  }));
  if (postings.length > 0) await postEntries(tx, [{ ...source, event: 'bill', memo: '供应商账单', postings }]);
  await setColumns(tx, supplierBill, [row], {
    fxRate,
    baseCurrency: base,
    baseTotal: goodsBase + taxBase,
    accrued,
    taxBase,
    priceVariance: goodsBase - accrued,
    postedBy: tx.actor.username,
    postedAt: tx.now,
  });
  await noteMakers(tx, supplierBill, row.id);
}

/** Since it was matched another bill took its goods, or the tolerance that it was within. */
const isWorse = ({ line, isBeyond, taken }: BillMatch): boolean =>
  taken.missing > line.excessQty || (line.difference === null && isBeyond);

/** 暂估应付 is emptied of what has come, the supplier is owed what the bill says, tax apart. */
function sides(owed: AccountName, accrued: bigint, goods: bigint, tax: bigint): Omit<Posting, 'currency'>[] {
  const common = accrued < goods ? accrued : goods;
  const [grni, ppv] = [{ code: 'grni' as const }, { code: 'ppv' as const }];
  return [
    { debit: grni, credit: owed, amount: common },
    { debit: ppv, credit: owed, amount: goods - common },
    { debit: { code: 'tax:input' as const }, credit: owed, amount: tax },
    { debit: grni, credit: ppv, amount: accrued - common },
  ].filter(({ amount }) => amount > 0n);
}

/** @returns what the goods stood for, minor units */
async function storeMatches(tx: Tx, matches: readonly BillMatch[]): Promise<bigint> {
  const takes = matches.flatMap(({ line, taken }) => taken.takes.map((take) => ({ ...take, billLineId: line.id })));
  await tx.run`
    insert into billed_goods (tenant_id, id, bill_line_id, receipt_line_id, qty, value, create_time)
    select ${tx.tenant}, t.id, t.bill_line_id, t.receipt_line_id, t.qty, t.value, ${tx.now}
    from unnest(${takes.map(() => newId())}::uuid[], ${takes.map((t) => t.billLineId)}::uuid[],
      ${takes.map((t) => t.lineId)}::uuid[], ${takes.map((t) => t.qty)}::integer[],
      ${takes.map((t) => t.value)}::bigint[]) as t (id, bill_line_id, receipt_line_id, qty, value)`;
  return takes.reduce((sum, { value }) => sum + value, 0n);
}

export async function owedTo(tx: Tx, supplierId: string): Promise<AccountName> {
  const supplier = (await suppliersOf(tx, [supplierId])).get(supplierId);
  return { code: 'ap', part: supplierId, ...(supplier ? { partName: supplier.name } : {}) };
}

async function skuCodes(tx: Tx, matches: readonly BillMatch[]): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>`
    select sku_code as code from sku where tenant_id = ${tx.tenant}
      and id = any(${matches.map(({ line }) => line.skuId)}::uuid[]) order by sku_code`;
  return rows.map(({ code }) => code);
}

import type { Tx } from '#kit/server/database.ts';
import type { Movement } from '#modules/inventory/server/index.ts';
import { valueOfUnits, type Plan } from './disposal-value.ts';
import type { LineGoods } from './return-lines.ts';

/** Units that are none of ours leave quarantine, and the books. */
export const wrongOut = (
  of: Pick<Movement, 'refType' | 'refId' | 'refNo' | 'warehouseId'>,
  { line }: Plan,
  { skuId, perUnit }: LineGoods,
): Movement => ({
  ...of,
  skuId,
  key: `returnWrong:${line.id}:${skuId}`,
  type: 'reversal',
  condition: 'quarantine',
  qty: -line.wrongOpen * perUnit,
});

/** Of what came with lines, less is ours. */
export async function forgetWrong(
  tx: Tx,
  plans: readonly Plan[],
  goods: ReadonlyMap<string, LineGoods[]>,
): Promise<void> {
  const less = plans.flatMap(({ line }) =>
    (goods.get(line.id) ?? []).map((one) => {
      const units = line.wrongOpen * one.perUnit;
      return { lineId: line.id, skuId: one.skuId, units, value: valueOfUnits(one, units) };
    }),
  );
  await tx.run`
    update return_unit u set qty = u.qty - l.units, value = u.value - l.value
    from unnest(${less.map((l) => l.lineId)}::uuid[], ${less.map((l) => l.skuId)}::uuid[],
      ${less.map((l) => l.units)}::integer[], ${less.map((l) => l.value)}::bigint[])
      as l (line_id, sku_id, units, value)
    where u.tenant_id = ${tx.tenant} and u.line_id = l.line_id and u.sku_id = l.sku_id and l.units > 0`;
  await tx.run`update return_line set wrong_open = 0 where tenant_id = ${tx.tenant}
    and id = any(${plans.map(({ line }) => line.id)}::uuid[]) and wrong_open > 0`;
}

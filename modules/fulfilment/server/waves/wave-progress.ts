import { notFound } from '#kit/model/refusal.ts';
import { applyMove } from '#kit/server/apply-move.ts';
import { command, type AnyDocument } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { wave, waveLifecycle, type WaveRow } from '../../model/wave.ts';

const quiet = { run: async () => undefined };
const allPicked = command(waveLifecycle, 'allPicked', {
  run: (tx, rows) => setColumns(tx, wave, rows, { pickedAt: tx.now }),
});
const resume = command(waveLifecycle, 'resume', quiet);
const endEmpty = command(waveLifecycle, 'cancel', quiet);

/** A wave in the actor's sight, locked. @throws Refusal 404 */
export async function lockWave(tx: Tx, id: string): Promise<WaveRow> {
  const [row] = await tx.query<WaveRow>(sql`select t.* from wave t
    where ${join(baseConditions(wave, tx.actor), ' and ')} and t.id = ${id}::uuid for update of t`);
  if (!row) throw notFound();
  return row;
}

/**
 * Figures and state of a wave follow from its tasks, whoever changed them: nothing left to pick is 已拣完,
 * no shipment left is 已取消. Those who take a shipment out need not see the wave.
 */
export async function refreshWave(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.rows<AnyDocument & WaveRow & { open: number }>`
    update wave w set picked_count = f.picked, short_count = f.short, back_count = f.back,
      unit_count = f.units, sku_count = f.skus, bin_count = f.bins, shipment_count = f.shipments
    from (select
        coalesce(sum(qty_picked) filter (where status <> 'cancelled'), 0)::integer as picked,
        coalesce(sum(qty_short) filter (where status <> 'cancelled'), 0)::integer as short,
        coalesce(sum(qty_back), 0)::integer as back,
        coalesce(sum(qty) filter (where status <> 'cancelled'), 0)::integer as units,
        (count(distinct sku_id) filter (where status <> 'cancelled'))::integer as skus,
        (count(distinct bin) filter (where status <> 'cancelled'))::integer as bins,
        (count(*) filter (where status = 'open'))::integer as open,
        (select count(*)::integer from shipment s where s.tenant_id = ${tx.tenant}
          and s.wave_id = ${id}::uuid) as shipments
      from wave_task where tenant_id = ${tx.tenant} and wave_id = ${id}::uuid) f
    where w.tenant_id = ${tx.tenant} and w.id = ${id}::uuid returning w.*, f.open`;
  if (!row) throw notFound();
  tx.journal.touched.add('fulfilment:wave');
  const isLive = ['draft', 'picking', 'picked'].includes(row.status);
  if (isLive && row.shipmentCount === 0)
    await applyMove(tx, endEmpty, [row], { reason: '发货单已全部退出' }, undefined);
  else if (row.status === 'picking' && row.open === 0) await applyMove(tx, allPicked, [row], {}, undefined);
  else if (row.status === 'picked' && row.open > 0) await applyMove(tx, resume, [row], {}, undefined);
}

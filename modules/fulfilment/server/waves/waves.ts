import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { notPackedYet } from '../../model/wave-errors.ts';
import { wave, waveLifecycle, type WaveRow } from '../../model/wave.ts';
import { releaseFromWave } from './leave-waves.ts';
import { requirePicker } from './pickers.ts';

/** 开始拣货: whoever starts a wave that is nobody's picks it. */
export const startWave: Command = command(waveLifecycle, 'start', {
  async run(tx, rows) {
    await setEach(
      tx,
      wave,
      rows.map(({ id, assignee }) => ({
        id,
        startedAt: tx.now,
        assignee: assignee ?? tx.actor.username,
      })),
    );
  },
});

/** 指派 to somebody, or to nobody. */
export const assignWave: Command = command(waveLifecycle, 'assign', {
  async run(tx, rows, { assignee }) {
    if (assignee) await requirePicker(tx, assignee);
    await setColumns(tx, wave, rows, { assignee: assignee ?? null });
  },
});

interface Unpacked {
  id: string;
  waveId: string;
  shipmentNo: string;
  isShort: boolean;
}

const unpackedOf = (tx: Tx, rows: readonly WaveRow[]): Promise<Unpacked[]> =>
  tx.rows<Unpacked>`
    select s.id, s.wave_id, s.shipment_no, exists (select 1 from wave_task t
      where t.tenant_id = s.tenant_id and t.shipment_id = s.id and t.wave_id = s.wave_id
        and t.status <> 'cancelled' and t.qty_short > 0) as is_short
    from shipment s where s.tenant_id = ${tx.tenant} and s.status in ('draft', 'packing')
      and s.wave_id = any(${rows.map(({ id }) => id)}::uuid[]) order by s.wave_slot`;

/** 完成打包: all that was picked whole is packed; what is short leaves the wave and waits for its goods. */
export const finishWave: Command = command(waveLifecycle, 'finish', {
  async guard(tx, rows) {
    const waiting = (await unpackedOf(tx, rows)).filter(({ isShort }) => !isShort);
    const refusals = new Map<string, Refusal>();
    for (const { id } of rows) {
      const own = waiting.filter(({ waveId }) => waveId === id);
      const numbers = own.slice(0, 10).map(({ shipmentNo }) => shipmentNo);
      if (own.length > 0) refusals.set(id, notPackedYet({ numbers: numbers.join('、') }));
    }
    return refusals;
  },
  async run(tx, rows) {
    const short = await unpackedOf(tx, rows);
    for (const { id } of rows)
      await releaseFromWave(
        tx,
        id,
        short.filter(({ waveId }) => waveId === id).map((one) => one.id),
      );
  },
});

/** 取消波次: shipments that are not packed may be put into another; what was picked goes back. */
export const cancelWave: Command = command(waveLifecycle, 'cancel', {
  async run(tx, rows) {
    const unpacked = await unpackedOf(tx, rows);
    for (const { id } of rows)
      await releaseFromWave(
        tx,
        id,
        unpacked.filter(({ waveId }) => waveId === id).map((one) => one.id),
      );
  },
});

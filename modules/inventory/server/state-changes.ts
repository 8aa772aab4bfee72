import { invalid } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { draftSlots } from '#kit/server/draft/draft-slots.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { notFrozen, notFree } from '../model/errors.ts';
import { stateChange, stateChangeLifecycle, stateChangeLine, type StateChangeRow } from '../model/state-change.ts';
import { announceStock, keyText, lockLevels } from './levels.ts';
import { postMovements } from './movements.ts';
import { refuseBundleLines } from './stocked-lines.ts';
import { touchLevels } from './touched-levels.ts';

/** A change while it is a draft: what becomes of goods is said line by line. */
export const stateChangeDraft = draftSlots(
  {
    of: stateChange,
    lines: stateChangeLine,
    head: stateChange.fields,
    line: stateChangeLine.fields,
  },
  {
    async derive(tx, { head: { kind }, lines }) {
      await refuseBundleLines(tx, lines);
      const errors = lines.flatMap(({ condition, toCondition }, index) =>
        kind === 'condition' && (!toCondition || toCondition === condition)
          ? [
              {
                field: 'toCondition',
                row: index + 1,
                code: 'same',
                message: toCondition ? '改后的品质和原来一样' : '请选择改为什么品质',
              },
            ]
          : [],
      );
      if (errors.length > 0) throw invalid(errors);
      return {
        head: {
          lineCount: lines.length,
          totalQty: lines.reduce((sum, { qty }) => sum + qty, 0),
        },
        lines: lines.map(({ toCondition }) => ({
          toCondition: kind === 'condition' ? toCondition : null,
        })),
      };
    },
  },
);

interface StoredLine {
  id: string;
  skuId: string;
  sku: string;
  condition: string;
  toCondition: string | null;
  qty: number;
}

/** 过账: goods are what the lines say from now on; nothing of their value changes. */
export const postStateChange: Command = command(stateChangeLifecycle, 'post', {
  async run(tx, rows) {
    for (const row of rows) {
      const lines = await tx.rows<StoredLine>`
        select l.id, l.sku_id, s.sku_code as sku, l.condition, l.to_condition, l.qty
        from state_change_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
        where l.tenant_id = ${tx.tenant} and l.change_id = ${row.id}::uuid order by l.id`;
      if (row.kind === 'condition') await changeCondition(tx, row, lines);
      else await freeze(tx, row, lines, row.kind === 'freeze' ? 1 : -1);
      await setColumns(tx, stateChange, [row.id], { postedBy: tx.actor.username });
    }
  },
});

export const cancelStateChange: Command = command(stateChangeLifecycle, 'cancel', {
  run: async () => undefined,
});

async function changeCondition(tx: Tx, row: StateChangeRow, lines: readonly StoredLine[]): Promise<void> {
  await postMovements(tx, {
    movements: lines.flatMap((line) => {
      const of = {
        warehouseId: row.warehouseId,
        skuId: line.skuId,
        reason: row.reason,
        refType: 'stateChange',
        refId: row.id,
        refNo: row.changeNo,
      };
      const [from, to] = [line.condition, line.toCondition ?? line.condition];
      return [
        { ...of, key: `from:${line.id}`, type: 'condition_from', condition: from, qty: -line.qty },
        { ...of, key: `to:${line.id}`, type: 'condition_to', condition: to, qty: line.qty },
      ];
    }),
  });
}

/** Frozen goods stay where they are and are promised to nobody. */
async function freeze(
  tx: Tx,
  { warehouseId }: StateChangeRow,
  lines: readonly StoredLine[],
  direction: 1 | -1,
): Promise<void> {
  const sums = new Map<string, StoredLine>();
  for (const line of lines) {
    const key = keyText({ warehouseId, skuId: line.skuId, condition: line.condition });
    sums.set(key, { ...line, qty: line.qty + (sums.get(key)?.qty ?? 0) });
  }
  const requested = [...sums];
  const levels = await lockLevels(
    tx,
    requested.map(([, { skuId, condition }]) => ({ warehouseId, skuId, condition })),
    false,
  );
  const changes = requested.map(([key, { sku, qty }]) => {
    const level = levels.get(key);
    const free = level ? Math.max(0, level.onHand - level.reserved - level.frozen) : 0;
    if (direction > 0 && free < qty) throw notFree({ sku, wanted: qty, able: free });
    if (direction < 0 && (level?.frozen ?? 0) < qty) throw notFrozen({ sku, wanted: qty, able: level?.frozen ?? 0 });
    return { id: level?.id ?? '', qty: direction * qty };
  });
  touchLevels(tx);
  await tx.run`
    update stock_level l set frozen = l.frozen + c.qty, version = l.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ qty }) => qty)}::integer[])
      as c (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
  await announceStock(
    tx,
    lines.map(({ skuId }) => skuId),
    direction > 0 ? 'less' : 'more',
  );
}

import { divideHalfUp } from '#kit/model/money.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { postMovements, type Movement } from '#modules/inventory/server/index.ts';
import { answerFaults, linesOfOne } from '../../model/return-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import {
  returnLine,
  returnOrder,
  returnOutcome,
  type ReturnOutcome,
  type ReturnRow,
} from '../../model/return-order.ts';
import type { Found } from './found-units.ts';
import { withAnswers } from './inspection-answers.ts';
import { holdPhotos } from './inspection-photos.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { readRows, refuse, unitsIn } from './read-answers.ts';
import {
  addValues,
  goodsOf,
  linesOf,
  sumUp,
  type LineGoods,
  type StoredLine,
} from './return-lines.ts';

/**
 * 质检: each received unit is good, damaged, or not what the line says. Damaged units are 不良品 from now on;
 * wrong ones are none of ours and leave the books again.
 */
export const inspectReturn: Command = command(returnLifecycle, 'inspect', {
  async run(tx, rows, { lines: said }) {
    if (rows.length > 1 && said) throw linesOfOne();
    await holdOrders(tx, rows);
    const lines = await linesOf(tx, rows);
    for (const row of rows) {
      const own = lines.get(row.id) ?? [];
      const found = readFound(said, own) ?? own.map(allGood);
      await holdPhotos(tx, found);
      await noteFound(tx, await withAnswers(tx, found));
      await setColumns(tx, returnOrder, [row.id], {
        ...{ inspectedAt: tx.now, inspectedBy: tx.actor.username },
      });
      if (row.environment === 'live') await sortGoods(tx, row, found);
      await sumUp(tx, row.id);
    }
    await showReturns(tx, rows, 'inspected');
  },
});

const allGood = (line: StoredLine, index: number): Found => ({
  ...{ row: index + 1, line, good: line.qtyReceived, damaged: 0, wrong: 0 },
  ...{ outcome: null, photos: null, note: null, findings: null },
});

const MOST_PHOTOS = 9;
const LONGEST_NOTE = 255;

function readFound(said: unknown, lines: readonly StoredLine[]): Found[] | null {
  const rows = readRows(said, lines);
  if (!rows) return null;
  const errors: FieldError[] = [];
  const found = rows.flatMap(({ row, line, said: one }): Found[] => {
    const [good, damaged, wrong] = [
      unitsIn(one['good']),
      unitsIn(one['damaged']),
      unitsIn(one['wrong']),
    ];
    const { sku, qtyReceived } = line;
    if (good === null || damaged === null || wrong === null) errors.push(answerFaults.units(row));
    else if (good + damaged + wrong !== qtyReceived)
      errors.push(
        answerFaults.sum(row, { sku, received: qtyReceived, sum: good + damaged + wrong }),
      );
    else {
      const outcome = one['outcome'] ?? null;
      if (outcome !== null && !isOutcome(outcome)) errors.push(answerFaults.outcome(row));
      else
        return [
          {
            ...{ row, line, good, damaged, wrong, outcome },
            photos: photosIn(one['photos'], row, errors),
            note:
              typeof one['note'] === 'string' ? one['note'].slice(0, LONGEST_NOTE) || null : null,
            findings: one['findings'] ?? null,
          },
        ];
    }
    return [];
  });
  const named = new Set(rows.map(({ line }) => line.id));
  for (const { id, sku, qtyReceived } of lines)
    if (qtyReceived > 0 && !named.has(id)) errors.push(answerFaults.missed({ sku }));
  refuse(errors);
  return found;
}

const isOutcome = (value: unknown): value is ReturnOutcome =>
  typeof value === 'string' && Object.hasOwn(returnOutcome.items, value);

/** Addresses of uploads of this product, joined by commas. */
function photosIn(value: unknown, row: number, errors: FieldError[]): string[] | null {
  if (value === undefined || value === null || value === '') return null;
  const photos = typeof value === 'string' ? value.split(',').filter(Boolean) : [];
  const areOurs = photos.every(
    (path) => /^[\p{L}\p{N}_./-]{1,300}$/u.test(path) && !path.includes('..'),
  );
  if (photos.length > 0 && photos.length <= MOST_PHOTOS && areOurs) return photos;
  errors.push(answerFaults.photos(row));
  return null;
}

async function noteFound(tx: Tx, found: readonly Found[]): Promise<void> {
  for (const { line, good, damaged, wrong, outcome, photos, note, findings } of found)
    await setColumns(tx, returnLine, [line.id], {
      ...{ qtyGood: good, qtyDamaged: damaged, qtyWrong: wrong },
      outcome: outcome ?? line.outcome,
      note: note ?? line.note,
      ...{ photos, findings },
    });
}

/** Damaged goods become 不良品; what is none of ours leaves quarantine, and the books, again. */
async function sortGoods(tx: Tx, row: ReturnRow, found: readonly Found[]): Promise<void> {
  const goods = await goodsOf(
    tx,
    found.map(({ line }) => line),
  );
  const of = {
    ...{
      warehouseId: row.warehouseId ?? '',
      refType: 'returnOrder',
      refId: row.id,
      refNo: row.returnNo,
    },
  };
  const movements: Movement[] = found.flatMap(({ line, damaged, wrong }) =>
    (goods.get(line.id) ?? []).flatMap(({ skuId, perUnit }): Movement[] => {
      const key = `${line.id}:${skuId}`;
      const [bad, alien] = [damaged * perUnit, wrong * perUnit];
      const one = { ...of, skuId };
      return [
        {
          ...one,
          key: `returnFrom:${key}`,
          type: 'condition_from',
          condition: 'quarantine',
          qty: -bad,
        },
        { ...one, key: `returnTo:${key}`, type: 'condition_to', condition: 'damaged', qty: bad },
        {
          ...one,
          key: `returnWrong:${key}`,
          type: 'reversal',
          condition: 'quarantine',
          qty: -alien,
        },
      ];
    }),
  );
  const real = movements.filter(({ qty }) => qty !== 0);
  if (real.length === 0) return;
  const costs = await postMovements(tx, { movements: real });
  const taken = real
    .filter(({ type }) => type === 'reversal')
    .reduce((sum, { key }) => sum + (costs.get(key) ?? 0n), 0n);
  await addValues(tx, row.id, { recovered: -taken });
  await forgetWrong(tx, found, goods);
}

/** Of what came with a line, less is ours. */
async function forgetWrong(
  tx: Tx,
  found: readonly Found[],
  goods: ReadonlyMap<string, LineGoods[]>,
): Promise<void> {
  const less = found.flatMap(({ line, wrong }) =>
    (goods.get(line.id) ?? []).map(({ skuId, perUnit, qty, value }) => {
      const units = wrong * perUnit;
      return { lineId: line.id, skuId, units, value: qty === 0 ? 0n : share(value, units, qty) };
    }),
  );
  await tx.run`
    update return_unit u set qty = u.qty - l.units, value = u.value - l.value
    from unnest(${less.map((l) => l.lineId)}::uuid[], ${less.map((l) => l.skuId)}::uuid[],
      ${less.map((l) => l.units)}::integer[], ${less.map((l) => l.value)}::bigint[])
      as l (line_id, sku_id, units, value)
    where u.tenant_id = ${tx.tenant} and u.line_id = l.line_id and u.sku_id = l.sku_id and l.units > 0`;
}

const share = (value: bigint, units: number, of: number): bigint =>
  divideHalfUp(value * BigInt(units), BigInt(of));

import type { FieldError } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { cartonsOf } from '#modules/catalog/server/index.ts';
import { postMovements, type Movement } from '#modules/inventory/server/index.ts';
import { answerFaults, linesOfOne } from '../../model/return-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnLine, returnOrder, type ReturnRow } from '../../model/return-order.ts';
import type { Found } from './found-units.ts';
import { withAnswers } from './inspection-answers.ts';
import { holdPhotos } from './inspection-photos.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { refuse } from './read-answers.ts';
import { goodsOf, linesOf, nameOf, sumUp, type StoredLine } from './return-lines.ts';

/**
 * 质检: each received unit is good, damaged, or not what the line says. Damaged units are 不良品 from now on;
 * wrong ones are none of ours, and stay in quarantine until the disposal takes them out of the books: that
 * takes off value like scrapping, so it is held to the same limit, and whoever found it does not agree to it.
 */
export const inspectReturn: Command = command(returnLifecycle, 'inspect', {
  async run(tx, rows, { lines: said }) {
    if (rows.length > 1 && said) throw linesOfOne();
    await holdOrders(tx, rows);
    const lines = await linesOf(tx, rows);
    for (const row of rows) {
      const own = lines.get(row.id) ?? [];
      const found = readFound(tx, said, own, await severalCartons(tx, own)) ?? own.map(allGood);
      await holdPhotos(tx, found);
      await noteFound(tx, await withAnswers(tx, found));
      await setColumns(tx, returnOrder, [row.id], {
        inspectedAt: tx.now,
        inspectedBy: tx.actor.username,
      });
      if (row.environment === 'live') await sortGoods(tx, row, found);
      if (found.some(({ wrong }) => wrong > 0)) await noteMakers(tx, returnOrder, row.id);
      await sumUp(tx, row.id);
    }
    await showReturns(tx, rows, 'inspected');
  },
});

const allGood = (line: StoredLine, index: number): Found => ({
  row: index + 1,
  line,
  good: line.qtyReceived,
  damaged: 0,
  wrong: 0,
  outcome: null,
  cartonNo: null,
  photos: null,
  note: null,
  findings: null,
});

/** Numbers of the cartons of SKUs that have several, by SKU: of these somebody may say which one it was. */
async function severalCartons(tx: Tx, lines: readonly StoredLine[]): Promise<Cartons> {
  const cartons = await cartonsOf(
    tx,
    lines.map(({ skuId }) => skuId),
  );
  return new Map(
    [...cartons].flatMap(([skuId, own]) =>
      own.length > 1 ? [[skuId, own.map(({ cartonNo }) => cartonNo)] as const] : [],
    ),
  );
}
type Cartons = ReadonlyMap<string, readonly number[]>;

function readFound(tx: Tx, answer: unknown, lines: readonly StoredLine[], cartons: Cartons): Found[] | null {
  const rows = readLineAnswers(returnLifecycle.moves.inspect.input.lines, answer, { actor: tx.actor, lines, nameOf });
  if (!rows) return null;
  refuse(rows.flatMap((one) => [...cartonFaults(one.row, one.line, one.said.cartonNo, cartons), ...photoFaults(one)]));
  return rows.map(({ row, line, said }) => ({
    row,
    line,
    ...said,
    photos: said.photos?.length ? said.photos : null,
  }));
}

/** Of a SKU in several cartons one of them is named, of others none. */
function cartonFaults(row: number, { skuId, sku }: StoredLine, named: number | null, cartons: Cartons): FieldError[] {
  const known = cartons.get(skuId) ?? [];
  return named === null || known.includes(named) ? [] : [answerFaults.carton(row, { sku, cartons: known })];
}

/** Photos are uploads of this product. */
function photoFaults({ row, said: { photos } }: { row: number; said: { photos: string[] | null } }): FieldError[] {
  const areOurs = (photos ?? []).every((path) => /^[\p{L}\p{N}_./-]{1,300}$/u.test(path) && !path.includes('..'));
  return areOurs ? [] : [answerFaults.photos(row)];
}

async function noteFound(tx: Tx, found: readonly Found[]): Promise<void> {
  for (const { line, good, damaged, wrong, outcome, cartonNo, photos, note, findings } of found)
    await setColumns(tx, returnLine, [line.id], {
      qtyGood: good,
      qtyDamaged: damaged,
      qtyWrong: wrong,
      outcome: outcome ?? line.outcome,
      note: note ?? line.note,
      cartonNo,
      photos,
      findings,
    });
}

/** Damaged goods become 不良品; what is none of ours waits for the disposal. */
async function sortGoods(tx: Tx, row: ReturnRow, found: readonly Found[]): Promise<void> {
  const goods = await goodsOf(
    tx,
    found.map(({ line }) => line),
  );
  await storeWrongGoods(tx, found);
  const of = {
    warehouseId: row.warehouseId ?? '',
    refType: 'returnOrder',
    refId: row.id,
    refNo: row.returnNo,
  };
  const movements: Movement[] = found.flatMap(({ line, damaged }) =>
    (goods.get(line.id) ?? []).flatMap(({ skuId, perUnit }): Movement[] => {
      const key = `${line.id}:${skuId}`;
      const bad = damaged * perUnit;
      const [from, to] = [
        { key: `returnFrom:${key}`, type: 'condition_from', condition: 'quarantine', qty: -bad },
        { key: `returnTo:${key}`, type: 'condition_to', condition: 'damaged', qty: bad },
      ];
      return [
        { ...of, ...from, skuId },
        { ...of, ...to, skuId },
      ];
    }),
  );
  const real = movements.filter(({ qty }) => qty !== 0);
  if (real.length > 0) await postMovements(tx, { movements: real });
}

const storeWrongGoods = (tx: Tx, found: readonly Found[]): Promise<number> =>
  tx.run`
    update return_line l set wrong_open = f.units
    from unnest(${found.map(({ line }) => line.id)}::uuid[], ${found.map(({ wrong }) => wrong)}::integer[])
      as f (id, units)
    where l.tenant_id = ${tx.tenant} and l.id = f.id`;

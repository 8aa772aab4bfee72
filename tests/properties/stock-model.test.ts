import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { newId } from '#kit/server/new-id.ts';
import { postMovements, release, reserve, shipReserved, type Demand } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';

/** Any change of stock, by positions in the lists of places and of lines made so far. */
type Step =
  | { kind: 'adjust'; place: number; qty: number }
  | { kind: 'reserve'; wanted: { place: number; qty: number }[] }
  | { kind: 'release'; line: number; qty: number | null }
  | { kind: 'ship'; line: number; qty: number | null }
  | { kind: 'shipAgain'; line: number };

const PARTS = ['WB-DCH-BRAM-CTR', 'WB-DCH-HOLM-S2', 'WB-BED-HALDEN-QN'];
const OVERSOLD = PARTS[0] as string;
const OVERSELL_LIMIT = 4;

const place = fc.nat({ max: 8 });
const someOrAll = fc.option(fc.integer({ min: 1, max: 6 }), { nil: null, freq: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      place,
      qty: fc.integer({ min: -25, max: 15 }).filter((qty) => qty !== 0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      wanted: fc.array(fc.record({ place, qty: fc.integer({ min: 1, max: 9 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('release' as const), line: fc.nat(), qty: someOrAll }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('ship' as const), line: fc.nat(), qty: someOrAll }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('shipAgain' as const), line: fc.nat() }),
  },
);

interface Shelf {
  warehouseId: string;
  skuId: string;
  onHand: number;
  reserved: number;
  limit: number;
  isThere: boolean;
}
interface Line {
  id: string;
  shelf: Shelf;
  /** Units held, not yet shipped nor given back. */
  held: number;
  shipments: { key: string; qty: number }[];
}

let scene: TestApp;
/** The plain model: what should stand on which shelf, and for which line. */
let shelves: Shelf[];
let lines: Line[];

beforeAll(async () => {
  scene = await startTestApp();
  const admin = await scene.as('admin');
  const sku = await firstOf<{ id: string; version: number }>(admin, '/catalog/sku/list', {
    skuCode: OVERSOLD,
  });
  await must(
    admin.put('/catalog/sku/edit', {
      id: sku.id,
      version: sku.version,
      allowOversell: true,
      oversellLimit: OVERSELL_LIMIT,
    }),
  );
  lines = [];
  shelves = Object.values(scene.seller.warehouses).flatMap((warehouseId) =>
    PARTS.map((part) => ({
      warehouseId,
      skuId: scene.seller.skus[part] as string,
      onHand: 0,
      reserved: 0,
      limit: part === OVERSOLD ? OVERSELL_LIMIT : 0,
      isThere: true,
    })),
  );
  for (const shelf of shelves) {
    const level = (await stored()).get(nameOf(shelf));
    shelf.onHand = level?.onHand ?? 0;
    // A shelf that never held anything has no level yet: nothing of it can be promised.
    shelf.isThere = level !== undefined;
  }
});
afterAll(() => scene.stop());

const nameOf = ({ warehouseId, skuId }: { warehouseId: string; skuId: string }): string => `${warehouseId} ${skuId}`;

interface Stored {
  warehouseId: string;
  skuId: string;
  onHand: number;
  reserved: number;
  moved: number;
  held: number;
}
/** Levels beside the sums of their ledgers and of their open reservations. */
const stored = async (): Promise<Map<string, Stored>> => {
  const rows = await look(
    scene,
    (tx) => tx.rows<Stored>`
      select l.warehouse_id as "warehouseId", l.sku_id as "skuId", l.on_hand, l.reserved,
        (select coalesce(sum(m.qty), 0)::integer from stock_movement m where m.tenant_id = l.tenant_id
          and m.warehouse_id = l.warehouse_id and m.sku_id = l.sku_id and m.condition = 'good') as moved,
        (select coalesce(sum(r.qty), 0)::integer from reservation r where r.tenant_id = l.tenant_id
          and r.warehouse_id = l.warehouse_id and r.sku_id = l.sku_id and r.status = 'open') as held
      from stock_level l where l.tenant_id = ${tx.tenant} and l.condition = 'good'`,
  );
  return new Map(rows.map((row) => [nameOf(row), row]));
};

/** @returns the code of the refusal, or null when the step was carried out */
async function attempt(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function adjust(shelf: Shelf, qty: number): Promise<void> {
  const refused = await attempt(() =>
    look(scene, (tx) =>
      postMovements(tx, {
        movements: [
          {
            key: newId(),
            warehouseId: shelf.warehouseId,
            skuId: shelf.skuId,
            condition: 'good',
            type: qty > 0 ? 'adjust_in' : 'adjust_out',
            qty,
            unitCost: '1.0000',
            refType: 'model',
            refId: newId(),
            refNo: 'MODEL',
          },
        ],
      }),
    ),
  );
  const left = shelf.onHand + qty;
  const isPossible = left >= 0 && (shelf.isThere || qty > 0) && left - shelf.reserved >= -shelf.limit;
  expect(refused).toBe(isPossible ? null : 'inventory.short');
  if (!isPossible) return;
  shelf.onHand = left;
  shelf.isThere = true;
}

async function hold(expected: readonly { shelf: Shelf; qty: number }[]): Promise<void> {
  const orderId = newId();
  const demands: Demand[] = expected.map(({ shelf, qty }) => ({
    orderId,
    orderNo: 'MODEL',
    orderLineId: newId(),
    warehouseId: shelf.warehouseId,
    skuId: shelf.skuId,
    qty,
  }));
  const short = await look(scene, (tx) => reserve(tx, demands));
  const sums = new Map<Shelf, number>();
  for (const { shelf, qty } of expected) sums.set(shelf, (sums.get(shelf) ?? 0) + qty);
  const lacking = [...sums].filter(
    ([shelf, qty]) => !shelf.isThere || shelf.onHand - shelf.reserved - qty < -shelf.limit,
  );
  expect(short.map((one) => [nameOf(one), one.wanted]).sort()).toEqual(
    lacking.map(([shelf, qty]) => [nameOf(shelf), qty]).sort(),
  );
  if (lacking.length > 0) return;
  for (const [index, { shelf, qty }] of expected.entries()) {
    shelf.reserved += qty;
    lines.push({ id: demands[index]?.orderLineId ?? '', shelf, held: qty, shipments: [] });
  }
}

async function giveBack(line: Line, qty: number | null): Promise<void> {
  const released = await look(scene, (tx) => release(tx, [{ orderLineId: line.id, ...(qty === null ? {} : { qty }) }]));
  const given = Math.min(line.held, qty ?? line.held);
  expect(released.get(line.id) ?? 0).toBe(given);
  line.held -= given;
  line.shelf.reserved -= given;
}

const send = (line: Line, key: string, qty: number): Promise<string | null> =>
  attempt(() =>
    look(scene, (tx) =>
      shipReserved(tx, [
        {
          key,
          orderLineId: line.id,
          warehouseId: line.shelf.warehouseId,
          skuId: line.shelf.skuId,
          qty,
          refType: 'model',
          refId: newId(),
          refNo: 'MODEL',
        },
      ]),
    ),
  );

async function ship(line: Line, expected: number | null): Promise<void> {
  const qty = Math.min(line.held, expected ?? line.held);
  if (qty === 0) return;
  const key = `ship:${newId()}`;
  const refused = await send(line, key, qty);
  // Oversold units are promised, but they are not there to leave.
  expect(refused).toBe(line.shelf.onHand >= qty ? null : 'inventory.short');
  if (refused) return;
  line.shipments.push({ key, qty });
  line.held -= qty;
  line.shelf.onHand -= qty;
  line.shelf.reserved -= qty;
}

async function carryOut(one: Step): Promise<void> {
  if (one.kind === 'adjust') return adjust(shelves[one.place] as Shelf, one.qty);
  if (one.kind === 'reserve')
    return hold(one.wanted.map(({ place: at, qty }) => ({ shelf: shelves[at] as Shelf, qty })));
  const line = lines[one.line % Math.max(1, lines.length)];
  if (!line) return;
  if (one.kind === 'release') return giveBack(line, one.qty);
  if (one.kind === 'ship') return ship(line, one.qty);
  const [known] = line.shipments;
  if (known) expect(await send(line, known.key, known.qty)).toBeNull();
}

const COUNT = IS_LONG ? 500 : 150;

test('after any steps, levels, ledger and reservations are what a plain model says', async () => {
  const steps = fc.sample(step, { seed: 20_261_121, numRuns: COUNT });
  for (const [index, one] of steps.entries()) {
    await carryOut(one);
    const now = await stored();
    for (const shelf of shelves) {
      const { onHand, reserved, limit } = shelf;
      const level = now.get(nameOf(shelf)) ?? { onHand: 0, reserved: 0, moved: 0, held: 0 };
      const step = `step ${index}: ${JSON.stringify(one)}`;
      expect(level, step).toMatchObject({ onHand, reserved, moved: onHand, held: reserved });
      expect(level.onHand - level.reserved, step).toBeGreaterThanOrEqual(-limit);
    }
  }
  const broken = (await scene.violations()).filter(({ id }) => /^I-0[1-9]$/.test(id));
  expect(broken).toEqual([]);
  // The steps went everywhere: held, sent, given back, and refused for want of stock.
  expect(lines.length).toBeGreaterThan(COUNT * 0.12);
  expect(lines.filter(({ shipments }) => shipments.length > 0).length).toBeGreaterThan(COUNT * 0.06);
  expect(shelves.some(({ onHand, reserved }) => reserved > onHand)).toBe(true);
});

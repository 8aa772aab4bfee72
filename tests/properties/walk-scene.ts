import { expect } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { allowNegative, oversoldSku } from '#tests/journeys/negative-scene.ts';
import { balance } from '#tests/journeys/landed-scene.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { numbersOf } from './seeded-numbers.ts';
import { openReader, rowsOf, type Reader } from './walk-reader.ts';
import { CONDITIONS, emptyPile, PlainStock, unitsIn, worthOf, type Pile } from './plain-stock.ts';

const SKUS = 4;

/** One SKU in one warehouse, in the product and in the plain model. */
export interface Place {
  warehouseId: string;
  skuId: string;
  pile: Pile;
}
export interface Held {
  lineId: string;
  place: Place;
  qty: number;
}

export interface Walk {
  scene: TestApp;
  admin: Client;
  ask: Reader['ask'];
  stop(): Promise<void>;
  /** Which step it is: what a failure says. */
  at: string;
  places: Place[];
  stock: PlainStock;
  held: Held[];
  /** What documents hold that are modelled elsewhere. */
  heldBeside: () => readonly Pick<Held, 'lineId' | 'qty'>[];
  /** Whether such a document counts these goods. */
  isCountedBeside: (place: Place, condition: string) => boolean;
  shipped: { place: Place; qty: number; cost: bigint; key: string; lineId: string }[];
  receipts: {
    id: string;
    warehouseId: string;
    goods: { pile: Pile; from: string; qty: number }[];
  }[];
  landed: string[];
  way: { id: string; lineId: string; skuId: string; to: Place }[];
  counts: { id: string; place: Place; condition: (typeof CONDITIONS)[number] }[];
  refused: number;
  owedOnce: boolean;
  /** A whole number from 0 on, below so much. */
  below(much: number): number;
  pick<T>(from: readonly T[]): T | undefined;
  place(): Place;
  touch(...places: Place[]): void;
  /** Carries out what the model says is possible, and only that. @returns whether it was */
  agrees<T>(isPossible: boolean, work: (tx: Tx) => Promise<T>): Promise<{ value: T } | null>;
  compareTouched(): Promise<void>;
  compareWhole(): Promise<void>;
}

/** Three warehouses, one of which may be below zero, with four SKUs of which two are oversold. */
export async function openWalk(seed: number): Promise<Walk> {
  // Whatever is due is waited for: what looks for it meanwhile would only cost time.
  const worker = { backoffMs: () => 20, idleMs: 60_000 };
  const scene = await startTestApp({ start: { worker } });
  const admin = await scene.as('admin');
  const warehouses = Object.values(scene.seller.warehouses).slice(0, 3);
  await must(allowNegative(admin, warehouses[0] as string, true));
  const places: Place[] = [];
  for (let index = 0; index < SKUS; index++) {
    const limit = [12, 5, 0, 30][index] ?? 0;
    const standardCost = index === 0 ? null : `${index + 2}.5`;
    const skuId = await oversoldSku(admin, {
      oversellLimit: limit,
      ...(standardCost ? { standardCost } : {}),
    });
    for (const [at, warehouseId] of warehouses.entries())
      places.push({
        warehouseId,
        skuId,
        pile: emptyPile({
          limit,
          mayBeBelow: at === 0,
          standardCost: standardCost ? BigInt(index + 2) * 10_000n + 5_000n : null,
        }),
      });
  }
  const walk = walkOver(scene, admin, places, numbersOf(seed));
  const reader = await openReader(scene);
  walk.ask = reader.ask;
  walk.stop = async () => {
    await reader.close();
    await scene.stop();
  };
  await openLevels(walk, places);
  return walk;
}

/** The walk goes on to other goods in each of its warehouses, none of which may be oversold. */
export async function addPlaces(
  walk: Walk,
  goods: readonly { partSkuId: string; standardCost: bigint | null }[],
): Promise<void> {
  const warehouses = [...new Set(walk.places.map(({ warehouseId }) => warehouseId))];
  const places = goods.flatMap(({ partSkuId, standardCost }) =>
    warehouses.map((warehouseId, at) => ({
      warehouseId,
      skuId: partSkuId,
      pile: emptyPile({ limit: 0, mayBeBelow: at === 0, standardCost }),
    })),
  );
  walk.places.push(...places);
  walk.stock.piles.push(...places.map(({ pile }) => pile));
  await openLevels(walk, places);
}

/** Every good level is there, without a layer where goods are announced and do not come. */
async function openLevels(walk: Walk, places: readonly Place[]): Promise<void> {
  for (const { warehouseId, skuId } of places)
    await look(
      walk.scene,
      (tx) =>
        tx.run`insert into stock_level (tenant_id, id, warehouse_id, sku_id, condition, oversell_limit,
          allow_negative, create_by, create_time, update_time)
        select ${tx.tenant}, gen_random_uuid(), w.id, s.id, 'good', s.oversell_limit, w.allow_negative,
          'walk', ${tx.now}, ${tx.now} from warehouse w, sku s
        where w.tenant_id = ${tx.tenant} and s.tenant_id = ${tx.tenant} and w.id = ${warehouseId}::uuid
          and s.id = ${skuId}::uuid`,
    );
}

function walkOver(scene: TestApp, admin: Client, places: Place[], below: (much: number) => number): Walk {
  let touched: Place[] = [];
  const sold = places.length;
  const walk: Walk = {
    scene,
    admin,
    places,
    below,
    at: '',
    refused: 0,
    owedOnce: false,
    ask: () => Promise.reject(new Error('no reader')),
    stop: () => scene.stop(),
    held: [],
    heldBeside: () => [],
    isCountedBeside: () => false,
    shipped: [],
    receipts: [],
    landed: [],
    way: [],
    counts: [],
    stock: new PlainStock(places.map(({ pile }) => pile)),
    pick: (from) => from[below(Math.max(1, from.length))],
    // Most often of what is sold: those places came first.
    place: () => places[below(below(3) > 0 ? sold : places.length)] as Place,
    touch: (...some) => void touched.push(...some),
    async agrees(isPossible, work) {
      try {
        const value = await look(scene, work);
        expect(isPossible, `${walk.at} was carried out`).toBe(true);
        return { value };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        expect(isPossible, `${walk.at}: ${error.message}`).toBe(false);
        walk.refused += 1;
        return null;
      }
    },
    async compareTouched() {
      const some = [...new Set(touched)];
      touched = [];
      if (some.length > 0) await compare(walk, some);
    },
    async compareWhole() {
      await compare(walk, places);
      await compareBooks(walk);
    },
  };
  return walk;
}

/** What is stored of these places beside what the model has. */
async function compare(walk: Walk, places: readonly Place[]): Promise<void> {
  const { levels, layers } = await walk.ask<{ levels: StoredLevel[]; layers: StoredLayer[] }>(STORED, [
    places.map(({ warehouseId }) => warehouseId),
    places.map(({ skuId }) => skuId),
  ]);
  for (const { warehouseId, skuId, pile } of places) {
    const isHere = (row: { warehouseId: string; skuId: string }): boolean =>
      row.warehouseId === warehouseId && row.skuId === skuId;
    const own = levels.filter(isHere);
    const found = CONDITIONS.map((condition) => {
      const level = own.find((row) => row.condition === condition);
      return [level?.onHand ?? 0, level?.frozen ?? 0, level?.reserved ?? 0, level?.inTransit ?? 0];
    });
    const expected = CONDITIONS.map((condition) => [
      pile.onHand[condition],
      pile.frozen[condition],
      condition === 'good' ? pile.reserved : 0,
      condition === 'good' ? pile.inTransit : 0,
    ]);
    expect(found, `${walk.at}: levels`).toEqual(expected);
    const open = layers.filter(isHere).map(({ qtyLeft, valueLeft }) => `${qtyLeft} ${valueLeft}`);
    const model = [
      ...pile.layers.map(({ qty, value }) => `${qty} ${value}`),
      ...pile.owed.map(({ qty, value }) => `${-qty} ${-value}`),
    ];
    expect(open, `${walk.at}: layers`).toEqual(model);
    const units = Object.values(pile.onHand).reduce((sum, qty) => sum + qty, 0);
    expect(unitsIn(pile), `${walk.at}: the model itself`).toBe(units);
    walk.owedOnce ||= pile.owed.length > 0;
  }
}

interface StoredLevel {
  warehouseId: string;
  skuId: string;
  condition: string;
  onHand: number;
  frozen: number;
  reserved: number;
  inTransit: number;
}
interface StoredLayer {
  warehouseId: string;
  skuId: string;
  qtyLeft: number;
  /** Minor units. */
  valueLeft: string;
}

/** Levels and layers of places, in one answer: both are of one moment. */
const STORED = `select json_build_object(
  'levels', (${rowsOf(`
    select warehouse_id as "warehouseId", sku_id as "skuId", condition, on_hand as "onHand", frozen, reserved,
      in_transit as "inTransit"
    from stock_level where tenant_id = 1 and (warehouse_id, sku_id) in (
      select * from unnest($1::uuid[], $2::uuid[]))`)}),
  'layers', (${rowsOf(`
    select warehouse_id as "warehouseId", sku_id as "skuId", qty_left as "qtyLeft",
      value_left::text as "valueLeft"
    from cost_layer where tenant_id = 1 and qty_left <> 0 and (warehouse_id, sku_id) in (
      select * from unnest($1::uuid[], $2::uuid[])) order by id`)}))`;

/** Reservations, the stock account of each warehouse, 在途商品 and 成本差异. */
async function compareBooks(walk: Walk): Promise<void> {
  const { places, stock, held, scene, at } = walk;
  const stored = await look(
    scene,
    (tx) => tx.rows<{ lineId: string; qty: number }>`
      select order_line_id as line_id, sum(qty)::integer as qty from reservation
      where tenant_id = ${tx.tenant} and status = 'open' and sku_id = any(${places.map((p) => p.skuId)}::uuid[])
      group by 1`,
  );
  const all = [...held, ...walk.heldBeside()];
  const open = all.filter(({ qty }) => qty > 0).map(({ lineId, qty }) => `${lineId} ${qty}`);
  expect(stored.map(({ lineId, qty }) => `${lineId} ${qty}`).sort(), at).toEqual(open.sort());
  const accounts = await look(
    scene,
    (tx) => tx.rows<{ part: string; value: bigint }>`
      select w.id::text as part, coalesce((select sum(case when p.debit_account_id = a.id then p.amount else -p.amount end)
          from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
          where a.tenant_id = ${tx.tenant} and a.code = 'inventory' and a.part = w.id::text), 0)::bigint
        - coalesce((select sum(c.value_left) from cost_layer c where c.tenant_id = ${tx.tenant}
          and c.warehouse_id = w.id and c.sku_id <> all(${places.map((p) => p.skuId)}::uuid[])), 0)::bigint as value
      from warehouse w where w.tenant_id = ${tx.tenant}
        and w.id = any(${places.map((p) => p.warehouseId)}::uuid[])`,
  );
  for (const { part, value } of accounts) {
    const own = places.filter(({ warehouseId }) => warehouseId === part);
    const worth = own.reduce((sum, { pile }) => sum + worthOf(pile), 0n);
    expect(value, `${at}: stock account`).toBe(worth);
  }
  expect(await balance(scene, 'variance:landed'), `${at}: variance`).toBe(stock.variance);
  expect(await balance(scene, 'inventory:transit'), `${at}: transit`).toBe(stock.transitWorth());
}

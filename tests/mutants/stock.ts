import type { Mutant } from './mutant.ts';

const MOVEMENTS = 'modules/inventory/server/movements.ts';
const LAYERS = 'modules/inventory/server/cost-layers.ts';
const STORE = 'modules/inventory/server/layer-store.ts';
const PLACE = 'modules/inventory/server/stock-place.ts';
const MOVES = 'modules/inventory/server/move-layers.ts';
const SENT = 'modules/inventory/server/send-reserved.ts';
const RESERVATIONS = 'modules/inventory/server/reservations.ts';
/** The model and, for what its single steps do not reach, the edges. */
const TESTS = ['tests/properties/stock-edges', 'tests/properties/stock-model'];
const EDGES = ['tests/properties/stock-edges'];

const BELOW = ['tests/journeys/negative-stock', 'tests/faults/old-layers'];
const REACTIONS = 'modules/inventory/server/reactions.ts';
const COSTS = ['modules/inventory/server/cost-layers', 'tests/journeys/cost-of-goods'];
const EYES = 'modules/inventory/server/four-eyes.ts';
const VALUE = 'modules/inventory/server/adjustment-value.ts';
const KNOWN = 'modules/inventory/server/known-costs.ts';
const INBOUND = 'modules/inventory/server/inbound-receipts.ts';
const COUNTS = 'modules/inventory/server/stock-counts.ts';
const STRAY = 'modules/aftersales/server/returns/stray-check.ts';
const HARVEST = 'modules/aftersales/server/parts/sending-check.ts';
const ALONE = ['tests/journeys/four-eyes-receipts'];
const COUNTED = ['tests/journeys/stock-count'];
const STRAYS = ['tests/journeys/stray-goods'];
const ADJUSTMENTS = 'modules/inventory/server/adjustments.ts';
const CHECKED = ['tests/journeys/four-eyes'];
const WORDS = ['tests/journeys/one-persons-word'];
const SANDBOX = ['tests/channels/sandbox'];

const fault = (file: string, from: string, to: string, tests: readonly string[] = TESTS): Mutant => ({
  area: 'stock',
  file,
  from,
  to,
  tests,
});

/** Faults in the ledger of stock, its cost layers and its reservations. */
export const STOCK_MUTANTS: readonly Mutant[] = [
  fault(MOVEMENTS, 'balance.onHand += movement.qty;', 'balance.onHand -= movement.qty;'),
  fault(MOVEMENTS, 'balance.seq += 1n;', 'balance.seq += 2n;'),
  fault(MOVEMENTS, 'reserved: -(reserved?.get(key) ?? 0)', 'reserved: reserved?.get(key) ?? 0'),
  fault(MOVEMENTS, 'if (able + qty >= 0 ||', 'if (able + qty >= -1 ||'),
  fault(MOVEMENTS, 'level.allowNegative ? unpromised : Math.min(level.onHand, unpromised)', 'unpromised'),
  fault(MOVEMENTS, '(level.reserved - leavingReserved)', 'leavingReserved'),
  fault(MOVEMENTS, ' - level.frozen + level.oversellLimit', ' + level.oversellLimit', EDGES),
  fault(MOVEMENTS, 'return movements.filter((movement) => !costs.has(movement.key));', 'return [...movements];'),
  fault(
    STORE,
    'l.qty_left <> 0 and (l.warehouse_id, l.sku_id) in (\n          select * from unnest(${warehouses}::uuid[], ${skus}::uuid[]))\n        order by l.id for update',
    'l.qty_left <> 0 and (l.warehouse_id, l.sku_id) in (\n          select * from unnest(${warehouses}::uuid[], ${skus}::uuid[]))\n        order by l.id desc for update',
    COSTS,
  ),
  fault(LAYERS, 'Math.min(missing, layer.qtyLeft)', 'missing', COSTS),
  fault(LAYERS, 'layer.valueLeft -= value;', '', COSTS),
  fault(LAYERS, 'missing -= qty;', 'missing -= 1;', COSTS),
  fault(PLACE, '`${warehouseId} ${skuId}`', 'skuId', EDGES),
  fault(STORE, 'coalesce((select c.unit_cost', 'coalesce((select 0', BELOW),
  fault(STORE, 'order by c.id desc limit 1', 'order by c.id limit 1', BELOW),
  fault(STORE, ', ${standardCost(tx)}, 0)', ', 0)', BELOW),
  fault(LAYERS, 'return valueOf(left) - valueOf(came);', 'return valueOf(came) - valueOf(left);', BELOW),
  fault(LAYERS, 'Math.min(unitsOf(lying), unitsOf(owed))', 'unitsOf(owed)', BELOW),
  fault(MOVES, 'if (mayBeBelow) await readLayers', 'if (!mayBeBelow) await readLayers', BELOW),
  fault(MOVES, 'for (const movement of leaving) settle(movement);', '', BELOW),
  fault(REACTIONS, 'onHand < 0 && !allowed', 'onHand < -99 && !allowed', BELOW),
  fault(RESERVATIONS, 'if (sum) sum.qty += demand.qty;', 'if (sum) sum.qty = demand.qty;'),
  fault(RESERVATIONS, 'available - qty < -beyond', 'available - qty <= -beyond'),
  fault(RESERVATIONS, 'available - qty < -beyond', 'available - qty < -beyond - 1'),
  fault(RESERVATIONS, 'if (shortages.length > 0) return shortages;', ''),
  fault(RESERVATIONS, 'left.set(row.id, rest - qty);', '', EDGES),
  fault(RESERVATIONS, 'row.qty - (left.get(row.id) ?? 0)', 'left.get(row.id) ?? 0', EDGES),
  fault(RESERVATIONS, 'qty < row.qty);', 'qty <= row.qty);'),
  fault(RESERVATIONS, "environment !== 'sandbox'", 'environment !== null', SANDBOX),
  fault(SENT, 'if (pretended.has(row.orderLineId)) continue;', '', EDGES),
  fault(EYES, 'if (total > limit)', 'if (total >= limit)', CHECKED),
  fault(EYES, 'value + (today.get(skuId)?.value ?? 0n) > limit', 'value > limit', CHECKED),
  fault(EYES, "if (value === null) return 'unknownCost';", 'if (value === null) continue;', CHECKED),
  fault(EYES, 'and a.posted_alone ', '', CHECKED),
  fault(EYES, 'a.submitted_by_id = any(${hands}::uuid[])', 'true', CHECKED),
  fault('modules/system/server/only-person.ts', ' for no key update of m', '', CHECKED),
  fault(EYES, 'sum > UNITS_BY_ONE_WORD', 'sum > 1_000_000', WORDS),
  fault(EYES, '?? today.get(skuId)?.qty ?? 0', '?? 0', WORDS),
  fault(EYES, 'before + total > limit * TIMES_A_DAY', 'false', WORDS),
  fault(EYES, "date_trunc('day', ", "date_trunc('hour', ", CHECKED),
  fault('kit/server/makers.ts', 't.maker_ids && ${partakers(actor)}::uuid[]', 'false', CHECKED),
  fault(VALUE, 'typed > known ? typed : known', 'typed', CHECKED),
  fault(VALUE, 'isFirst && typed > 0n', 'typed > 0n', ALONE),
  fault(KNOWN, 'one.isOrdered && !one.isOwn', 'one.isOrdered', ALONE),
  fault(KNOWN, 'seen ?? costOf(', 'costOf(', ALONE),
  fault(KNOWN, 'ordered === null && !isOwn', 'ordered === null', CHECKED),
  fault(KNOWN, '[standard, others, year].map', '[standard, year].map', WORDS),
  fault(KNOWN, '.filter((one) => !one.isAlone)', '.filter((one) => one.qtyLeft > 0)', WORDS),
  fault(KNOWN, 'and not ${alone}\n', '\n', ALONE),
  fault(VALUE, '!(take.layer.isOrdered && take.layer.isAlone)', 'true', WORDS),
  fault(INBOUND, 'row.refType === null || !may(', '!may(', ALONE),
  fault(INBOUND, 'if (isAlone) await noteAlone', 'if (!isAlone) await noteAlone', ALONE),
  fault(INBOUND, 'await forgetAlone(tx, row.id);', '', ALONE),
  fault(COUNTS, "if (row.extent !== 'listed') await", "if (row.id === '') await", COUNTED),
  fault(COUNTS, "open.uncounted > 0 && uncounted === 'zero'", 'false', COUNTED),
  fault(STRAY, 'if (reason) throw strayByMaker', "if (stray.id === '') throw strayByMaker", STRAYS),
  fault(HARVEST, 'if (reason) throw harvestByMaker', "if (row.id === '') throw harvestByMaker", STRAYS),
  fault(HARVEST, 'if (unit === undefined) return 0n;', 'if (unit === undefined) return value;', STRAYS),
  fault(HARVEST, 'value < most ? value : most', 'value', STRAYS),
  fault(VALUE, 'takeOldest(layers.get(skuId) ?? [], -qty)', 'takeOldest([], -qty)', CHECKED),
  fault(KNOWN, 'order by m.id desc limit 1) last', 'order by m.id limit 1) last', CHECKED),
  fault(VALUE, 'take.value === 0n && take.layer.valueLeft === 0n', 'false', CHECKED),
  fault(VALUE, 'line.unitCost ?? costs.given.get(line.skuId) ?? null', 'line.unitCost', CHECKED),
  fault(ADJUSTMENTS, 'if (!reason) await post(tx, row, lines);', 'await post(tx, row, lines);', CHECKED),
  fault(ADJUSTMENTS, "if (row.kind === 'opening') await", "if (row.id === '') await", CHECKED),
  fault(
    'modules/inventory/server/landed-value.ts',
    'qty_left > 0\n    order by id for update`',
    'qty_left > 0\n    order by id`',
    ['tests/races/landed-cost'],
  ),
];

import type { Mutant } from './mutant.ts';

const MOVEMENTS = 'modules/inventory/server/movements.ts';
const LAYERS = 'modules/inventory/server/cost-layers.ts';
const RESERVATIONS = 'modules/inventory/server/reservations.ts';
const TESTS = ['tests/properties/stock-model', 'tests/races/last-unit', 'tests/races/refill'];

const fault = (
  file: string,
  from: string,
  to: string,
  tests: readonly string[] = TESTS,
): Mutant => ({ area: 'stock', file, from, to, tests });

/** Faults in the ledger of stock, its cost layers and its reservations. */
export const STOCK_MUTANTS: readonly Mutant[] = [
  fault(MOVEMENTS, 'balance.onHand += movement.qty;', 'balance.onHand -= movement.qty;'),
  fault(MOVEMENTS, 'balance.seq += 1n;', 'balance.seq += 2n;'),
  fault(MOVEMENTS, 'reserved: -(reserved?.get(key) ?? 0)', 'reserved: reserved?.get(key) ?? 0'),
  fault(MOVEMENTS, 'if (able + qty >= 0 ||', 'if (able + qty >= -1 ||'),
  fault(
    MOVEMENTS,
    'level.allowNegative ? unpromised : Math.min(level.onHand, unpromised)',
    'unpromised',
  ),
  fault(MOVEMENTS, '(level.reserved - leavingReserved)', 'leavingReserved'),
  fault(MOVEMENTS, ' - level.frozen + level.oversellLimit', ' + level.oversellLimit'),
  fault(
    MOVEMENTS,
    'return movements.filter((movement) => !costs.has(movement.key));',
    'return [...movements];',
  ),
  fault(LAYERS, 'order by l.id for update', 'order by l.id desc for update'),
  fault(
    LAYERS,
    'qty === layer.qty_left\n          ? layer.value_left',
    'qty > layer.qty_left\n          ? layer.value_left',
  ),
  fault(LAYERS, 'layer.value_left -= value;', ''),
  fault(LAYERS, 'wanted -= qty;', 'wanted -= 1;'),
  fault(RESERVATIONS, 'if (sum) sum.qty += demand.qty;', 'if (sum) sum.qty = demand.qty;'),
  fault(
    RESERVATIONS,
    'available - qty < -level.oversellLimit',
    'available - qty <= -level.oversellLimit',
  ),
  fault(
    RESERVATIONS,
    'available - qty < -level.oversellLimit',
    'available - qty < -level.oversellLimit - 1',
  ),
  fault(RESERVATIONS, 'if (shortages.length > 0) return shortages;', ''),
  fault(RESERVATIONS, 'left.set(row.id, rest - qty);', ''),
  fault(RESERVATIONS, 'qty < row.qty);', 'qty <= row.qty);'),
];

import { faultsIn, type Mutant } from './mutant.ts';

/** Faults in what screens work out by themselves; each is noticed by the test beside its file. */
const faultsBeside = (area: Mutant['area'], file: string, changes: Parameters<typeof faultsIn>[3]): Mutant[] =>
  faultsIn(area, file, [file.replace(/ts$/, 'test')], changes);

export const SCREEN_MUTANTS: readonly Mutant[] = [
  ...faultsBeside('state', 'modules/fulfilment/web/packing/scanned-box.ts', [
    ['bare.has(bareKey(trackingNo))', 'bare.has(trackingNo)'],
    ['open.find((one) => one.id === current?.id) ?? open[0]', 'open[0]'],
  ]),
  ...faultsBeside('state', 'modules/aftersales/web/returns/return-moves.ts', [
    ["case 'dispose':\n      return row.isDisposalPending;", "case 'dispose':\n      return false;"],
    ["row.type !== 'refundOnly' : row.type === 'unordered'", "row.type !== 'refundOnly' : false"],
  ]),
  ...faultsBeside('permission', 'modules/inventory/web/product-stock-table.ts', [[" || value === '***'", '']]),
  ...faultsBeside('state', 'modules/orders/web/order-totals.ts', [
    ['numbers.length > NAMED', 'numbers.length >= NAMED'],
  ]),
  ...faultsBeside('state', 'modules/orders/web/cancel-plan.ts', [
    ['line.qtyPacked - line.qtyShipped - left', 'line.qtyPacked - left'],
  ]),
  ...faultsBeside('state', 'modules/orders/web/part-plan.ts', [
    ['units.now + units.backorder === 0', 'units.now === 0'],
  ]),
  ...faultsBeside('state', 'kit/web/lifecycle/batch-results.ts', [
    ['filter((row) => !row.ok && !answered.has(row.id))', 'filter((row) => !row.ok)'],
  ]),
  ...faultsBeside('money', 'kit/web/list/range-table.ts', [['units.size > 1', 'units.size > 2']]),
];

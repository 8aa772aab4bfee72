import { faultsIn, type Mutant } from './mutant.ts';

const WORTH = ['tests/journeys/purchase-worth'];
const LIMITS = ['tests/journeys/purchase-limit'];
const OWN = ['tests/journeys/own-suppliers'];
const RATES = ['tests/journeys/pay-rates'];
const EYES = ['tests/journeys/four-eyes.test'];
const WORDS = ['tests/journeys/one-persons-word'];
const ORIGINS = ['tests/journeys/origins-of-costs'];
const WIDER = ['tests/journeys/own-limits'];
const AGREED = ['tests/journeys/agreed-by-others'];
const HAND = ['tests/attacks/one-hand'];
const BEYOND = ['tests/journeys/parts-beyond-orders'];
const PRICES = ['tests/journeys/typed-prices'];

/** Faults in what one person may order, pay, post, send and accept alone, and what others know of its worth. */
export const ALONE_MUTANTS: readonly Mutant[] = [
  ...faultsIn('money', 'modules/purchasing/server/pay-rate.ts', RATES, [
    [' and bill_id = ${row.id}::uuid and reversed_at is null`', ' and bill_id = ${row.id}::uuid`'],
    ['sum + amount + discount', 'sum + amount'],
    ['(await rateKnown(tx, currency, base, day)) ?? fxRate', 'fxRate'],
  ]),
  ...faultsIn(
    'money',
    'modules/purchasing/server/pay-again.ts',
    ['tests/journeys/supplier-credits'],
    [[' and credit_id is null', '']],
  ),
  ...faultsIn(
    'permission',
    'modules/purchasing/server/pay-again.ts',
    ['tests/journeys/own-reversals'],
    [['if (tx.actor.behind !== undefined) return true;', '']],
  ),
  ...faultsIn('money', 'modules/purchasing/server/order-worth.ts', WORTH, [
    ['exponentOf(base)', 'exponentOf(currency)'],
  ]),
  ...faultsIn('money', 'modules/purchasing/server/order-alone.ts', LIMITS, [
    [' or o.ordered_at is not null', ''],
    [' and o.maker_ids && this.maker_ids', ''],
  ]),
  ...faultsIn('money', 'modules/purchasing/server/landed-costs.ts', OWN, [
    [' or c.supplier_id is null or ${supplierId}::uuid is null', ''],
    [" and c.status = 'posted'", ''],
  ]),
  ...faultsIn('money', 'modules/base/server/reactions.ts', OWN, [
    ["change === 'add' ? noteMakers(tx, supplier", "change !== 'delete' ? noteMakers(tx, supplier"],
  ]),
  ...faultsIn('time', 'modules/inventory/server/four-eyes.ts', EYES, [
    [
      '::timestamptz at time zone ${tx.actor.zone}::text)\n        at time zone ${tx.actor.zone}::text',
      "::timestamptz at time zone 'UTC')\n        at time zone 'UTC'",
    ],
  ]),
  ...faultsIn('stock', 'modules/inventory/server/four-eyes.ts', WORDS, [
    ['before + total > limit', 'before + total >= limit'],
  ]),
  ...faultsIn('stock', 'modules/inventory/server/known-costs.ts', EYES, [
    [
      ' and m.warehouse_id = ${warehouseId}::uuid and m.sku_id = s.id\n        and m.qty > 0',
      ' and m.sku_id = s.id\n        and m.qty > 0',
    ],
  ]),
  ...faultsIn('stock', 'modules/inventory/server/known-costs.ts', ORIGINS, [
    ['m.id = c.origin_id', 'm.id = c.movement_id'],
    ['not coalesce(${IS_ENTRY}, false) or ', ''],
  ]),
  ...faultsIn('stock', 'modules/inventory/server/adjustment-value.ts', EYES, [
    ['missing > 0 || takes.some(isFree)', 'takes.some(isFree)'],
  ]),
  ...faultsIn('stock', 'modules/inventory/server/inbound-check.ts', WORTH, [['> known * share', '>= known * share']]),
  ...faultsIn('stock', 'modules/catalog/server/standard-cost.ts', WORDS, [
    ['order by b.effective_from desc, b.is_taken_back', 'order by b.effective_from, b.is_taken_back'],
  ]),
  ...faultsIn('stock', 'modules/aftersales/server/parts/sending-check.ts', BEYOND, [
    ['shareOf(sentOf(value), units, line.qty)', 'sentOf(value)'],
  ]),
  ...faultsIn('stock', 'modules/aftersales/server/parts/beyond-order.ts', BEYOND, [
    ['sent.set(key, before + line.qty);', ''],
    ['sum(shipped_qty)', 'sum(qty)'],
  ]),
  ...faultsIn('stock', 'kit/server/left-by-others.ts', BEYOND, [
    ["if (action === 'add') return null;", ''],
    ['if (changed.length === 0) continue;', ''],
  ]),
  ...faultsIn('stock', 'modules/catalog/server/vouched-goods.ts', BEYOND, [
    ['row && place.every((key) => row[key] === part[key])', 'row'],
    ["(left.get(id)?.type ?? 'part') !== 'part'", 'false'],
  ]),
  ...faultsIn('permission', 'modules/system/server/settings/binding-settings.ts', WIDER, [
    ['order by setting, id desc', 'order by setting, id'],
    [' || (await isOnlyPerson(tx))', ''],
    ["'lower' ? isLess(others, now)", "'lower' ? isLess(now, others)"],
  ]),
  ...faultsIn('permission', 'modules/channels/server/agreed-prices.ts', AGREED, [
    ['listing?.basePrice && listing.skuId === skuId', 'listing?.basePrice'],
  ]),
  ...faultsIn('permission', 'modules/channels/server/agreed-prices.ts', HAND, [
    [" && !own.has(skuId ?? '')", ''],
    ['left.get(id)?.skuId !== skuId', 'left.get(id) === null'],
  ]),
  ...faultsIn('permission', 'modules/purchasing/server/pay-to.ts', HAND, [
    ['if (isOwn && ', 'if (!isOwn && '],
    [' && !isChecked', ''],
  ]),
  ...faultsIn('permission', 'modules/orders/server/receive-order.ts', HAND, [
    ["order.source === 'import' ? 'person' : 'channel'", "'channel'"],
  ]),
  ...faultsIn('permission', 'modules/aftersales/server/returns/refurbish-return.ts', HAND, [
    [' && (await isDisposalWithinDay(tx, scrapped, disposalLimit))', ''],
  ]),
  ...faultsIn('permission', 'modules/orders/server/arrival.ts', AGREED, [
    ['line.unitPrice !== 0n && ', ''],
    ["(order.pricedBy === 'channel' ? freeFault(line) : null) ?? []", '[]'],
  ]),
  ...faultsIn('permission', 'modules/orders/server/decide-change.ts', PRICES, [['{ orAlone: true }', '{}']]),
  ...faultsIn('permission', 'kit/server/makers.ts', PRICES, [
    ['actor.behind\n    ? isMaker', 'actor.zone === null\n    ? isMaker'],
  ]),
  ...faultsIn(
    'permission',
    'kit/server/query/list.ts',
    ['tests/journeys/own-reversals'],
    [['exemptsSoleUser(lifecycle) ? isHeldMaker(tx) : isMaker(tx)', 'isMaker(tx)']],
  ),
  ...faultsIn(
    'permission',
    'kit/model/lifecycle.ts',
    ['kit/model/lifecycle.test'],
    [[').every(\n    ({ byAnother, byMaker, orAlone })', ').some(\n    ({ byAnother, byMaker, orAlone })']],
  ),
];

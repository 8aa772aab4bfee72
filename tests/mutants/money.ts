import { faultsIn, type Mutant } from './mutant.ts';

const ANALYSIS = 'modules/desk/server/analysis';
const FIGURES = ['tests/channels/analysis'];
const CANCELLED = ['tests/journeys/part-cancelled'];
const CURRENCIES = ['tests/journeys/cost-of-goods'];

/** Faults in amounts: places, rounding, signs, shares, sums and what is counted. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'money',
    'kit/model/money.ts',
    ['kit/model/money.test', 'kit/model/currency.test'],
    [
      ['(n * 2n + d) / (d * 2n)', 'n / d'],
      ['return negative ? -rounded : rounded;', 'return rounded;'],
      ['value < 0n !== by < 0n', 'value < 0n'],
      ['fraction.length > scale && ', 'fraction.length > scale + 1 && '],
      ["return sign === '-' ? -digits : digits;", 'return digits;'],
      ["const sign = value < 0n ? '-' : '';", "const sign = '';"],
      ['a.remainder > b.remainder ? -1 : 1', 'a.remainder > b.remainder ? 1 : -1'],
      ['a.index - b.index', 'b.index - a.index'],
      ['PRICE_SCALE - exponent)', 'PRICE_SCALE - 2)'],
    ],
  ),
  ...faultsIn(
    'money',
    'kit/model/currency.ts',
    ['kit/model/currency.test'],
    [
      ['THOUSANDTHS.map((code) => [code, 3])', 'THOUSANDTHS.map((code) => [code, 2])'],
      ['ISK JPY KMF', 'ISK KMF'],
      ['EXPONENTS[currency] ?? 2', 'EXPONENTS[currency] ?? 0'],
    ],
  ),
  ...faultsIn(
    'money',
    'kit/model/amount-text.ts',
    ['kit/model/amount-text.test'],
    [
      ['(SIGNS[mark]?.includes(currency) ?? false)', 'true'],
      ['decimalText(before + number + after)', 'decimalText(number)'],
    ],
  ),
  ...faultsIn(
    'money',
    'modules/purchasing/server/bill-payments.ts',
    ['tests/journeys/bill-payments'],
    [['discount_total = b.discount_total - ${row.discount},', '']],
  ),
  ...faultsIn(
    'money',
    'modules/purchasing/server/supplier-bills.ts',
    ['tests/journeys/supplier-bill'],
    [['{ isHeld: true }', '{ isHeld: false }']],
  ),
  ...faultsIn(
    'money',
    'modules/purchasing/server/bill-alone.ts',
    ['tests/journeys/bill-limit'],
    [
      ['b.maker_ids && this.maker_ids and ', ''],
      ['b.check_reason is null', 'true'],
      ['made.has(id) ? ', 'false ? '],
      ['row.baseTotal ?? (await worthOf(tx, row, base))', '0n'],
    ],
  ),
  ...faultsIn(
    'money',
    'modules/purchasing/server/order-worth.ts',
    ['tests/journeys/purchase-worth'],
    [
      ['one.known <= price', 'true'],
      ['far: await farPriceWords(tx, answers, base)', 'far: null'],
    ],
  ),
  ...faultsIn(
    'money',
    'modules/purchasing/server/alone-limit.ts',
    ['tests/journeys/own-suppliers'],
    [
      [' and s.maker_ids && d.maker_ids', ''],
      ['own.maker_ids && d.maker_ids and ', ''],
    ],
  ),
  ...faultsIn('money', `${ANALYSIS}/sales-sums.ts`, FIGURES, [
    ['sum(t.qty)', 'count(*)'],
    ["!['draft', 'cancelled', 'rejected'].includes(state)", "state !== 'draft'"],
  ]),
  ...faultsIn('money', `${ANALYSIS}/sales.ts`, FIGURES, [
    ['before: totalsOf(before, sight)', 'before: totalsOf(now, sight)'],
    ['daysBefore: fillDays(span.beforeFrom, span.beforeTo, before,', 'daysBefore: fillDays(span.from, span.to, now,'],
  ]),
  ...faultsIn('money', `${ANALYSIS}/sales-parts.ts`, FIGURES, [['f.amount desc', 'f.amount']]),
  ...faultsIn('money', `${ANALYSIS}/period.ts`, FIGURES, [['addDays(from, -days)', 'addDays(from, 1 - days)']]),
  ...faultsIn('money', 'modules/orders/server/order-figures.ts', CANCELLED, [
    ['qty - qty_cancelled as left', 'qty as left'],
    ['exponentOf(currency)', '2'],
  ]),
  ...faultsIn(
    'money',
    'modules/orders/server/arrival.ts',
    ['modules/orders/server/arrival.test'],
    [
      ['(diff < 0n ? -diff : diff) * 100n', 'diff * 100n'],
      ['<= expected * BigInt(tolerancePct)', '< expected * BigInt(tolerancePct)'],
      ['tolerancePct)) return null;', 'tolerancePct + 1)) return null;'],
    ],
  ),
  ...faultsIn('money', 'modules/inventory/server/movements.ts', CURRENCIES, [
    ['costs.set(movement.key, value < 0n ? -value : value);', 'costs.set(movement.key, value);'],
    ['perUnit(value < 0n ? -value : value, Math.abs(qty), exponent)', 'perUnit(value, Math.abs(qty), exponent)'],
  ]),
  ...faultsIn('money', 'modules/fulfilment/server/ship.ts', CURRENCIES, [
    ['cogs: costs.get(keyOf(line)) ?? 0n', 'cogs: 0n'],
  ]),
];

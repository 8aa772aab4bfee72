import { faultsIn, type Mutant } from './mutant.ts';

const SPLIT = ['tests/channels/split-orders'];
const DISPUTES = ['tests/channels/price-disputes'];

/** Faults in what becomes of an order beside the straight way: parts, days, prices, disputes. */
export const ORDER_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'money',
    'modules/orders/model/price-comparison.ts',
    ['modules/orders/model/price-comparison'],
    [
      ['currency && currency !== line.currency ? null : line.expectedPrice', 'line.expectedPrice'],
      ['price - expected;', 'expected - price;'],
      ['lineId === line.id', 'lineId !== null'],
      ['wanted ?? line.unitPrice, PRICE', 'line.unitPrice, PRICE'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/orders/model/next-deadline.ts',
    ['modules/orders/model/next-deadline'],
    [
      ['a.at < b.at ? -1 : 1', 'a.at < b.at ? 1 : -1'],
      ["status === 'new' && acceptDeadline", 'acceptDeadline'],
      ['isOpenState(status) && shipBy', 'shipBy'],
    ],
  ),
  ...faultsIn('state', 'modules/orders/server/split-order.ts', SPLIT, [
    [
      "const UNDIVIDED = ['cancelRequest', 'channelChange', 'answeredElsewhere'] as const;",
      "const UNDIVIDED = ['cancelRequest', 'channelChange'] as const;",
    ],
    [
      'if (closed.has(row.accountId) && !isManualOrder(row.orderType)) refusals',
      'if (row.id === row.accountId) refusals',
    ],
  ]),
  ...faultsIn(
    'money',
    'modules/orders/model/split-plan.ts',
    ['modules/orders/model/split-plan'],
    [
      ['shift: share - lineAmount(qty, unitPrice, exponent)', 'shift: lineAmount(qty, unitPrice, exponent) - share'],
      ['if (parts.length >= MOST_PARTS)', 'if (parts.length > MOST_PARTS)'],
      ['return left === 0 ?', 'return left < 0 ?'],
      ['toSorted((a, b) => b.units - a.units)[0]', 'toSorted((a, b) => a.units - b.units)[0]'],
    ],
  ),
  ...faultsIn('state', 'modules/orders/server/split-holds.ts', SPLIT, [["'duplicate', ", '']]),
  ...faultsIn(
    'state',
    'modules/orders/model/family-deal.ts',
    ['modules/orders/model/family-deal'],
    [
      ['stepOf(a) - stepOf(b) || b.splitSeq', 'stepOf(b) - stepOf(a) || b.splitSeq'],
      ['b.splitSeq - a.splitSeq);\n\n', 'a.splitSeq - b.splitSeq);\n\n'],
      ['b.splitSeq - a.splitSeq)) {\n', 'a.splitSeq - b.splitSeq)) {\n'],
      ['Math.min(left, part.units - part.shipped)', 'Math.min(left, part.units)'],
      ['stepOf(part) <= 2', 'stepOf(part) <= 3'],
      ['(a, b) => a.splitSeq - b.splitSeq);\n    const early', '(a, b) => b.splitSeq - a.splitSeq);\n    const early'],
      ['?? first.find(isOpen) ?? first[0]', '?? first[0]'],
      ['left -= Math.max(0, take);', 'left -= take * 0;'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/orders/model/accept-plan.ts',
    ['modules/orders/model/accept-plan'],
    [
      ['if (day < today) return', 'if (day <= today) return'],
      ['if (day > last) return', 'if (day >= last) return'],
      ['return isWorkday(day, calendar) ? null', 'return isWorkday(day, calendar) || day ? null'],
      ['now + backorder === 0))', 'now === 0))'],
      ['makeups.includes(day) || (', '('],
      ['&& !holidays.includes(day)', ''],
    ],
  ),
  ...faultsIn('state', 'modules/orders/server/price-dispute.ts', DISPUTES, [
    ['if (dueAt && asDate(dueAt) <= tx.now) throw', 'if (dueAt && asDate(dueAt) < new Date(0)) throw'],
    ['if (!may(tx.actor, acceptPrice.permission)) throw forbidden(acceptPrice.permission);', ''],
    ['if (asDate(dueAt) <= tx.now) throw dueInPast();\n    await', 'await'],
  ]),
];

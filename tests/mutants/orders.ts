import { faultsIn, type Mutant } from './mutant.ts';

const SERVER = 'modules/orders/server';
const SPLIT = ['tests/channels/split-orders', 'tests/properties/split-orders'];
const PART = ['tests/channels/accept-part'];
const DISPUTES = ['tests/channels/price-disputes'];
const DECISIONS = ['tests/channels/order-decisions'];
const CALL_BACK = ['tests/channels/call-back'];
const UNSHIP = ['tests/journeys/unship'];

/** Faults in what becomes of an order beside the straight way: parts, days, disputes, doubles, what comes back. */
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
  ...faultsIn('state', `${SERVER}/split-order.ts`, SPLIT, [
    [
      "const UNDIVIDED = ['cancelRequest', 'channelChange', 'answeredElsewhere'] as const;",
      "const UNDIVIDED = ['cancelRequest', 'channelChange'] as const;",
    ],
    [
      "const UNDIVIDED = ['cancelRequest', 'channelChange', 'answeredElsewhere'] as const;",
      "const UNDIVIDED = ['channelChange', 'answeredElsewhere'] as const;",
    ],
    ["if (repriced.has(row.id)) waiting.push('priceMismatch');", ''],
    ['lines.some((line) => line.qtyPacked > 0)', 'lines.some((line) => line.qtyPacked > 99)'],
    [
      'if (closed.has(row.accountId) && !isManualOrder(row.orderType))\n        refusals',
      'if (row.id === row.accountId)\n        refusals',
    ],
  ]),
  ...faultsIn('state', `${SERVER}/divide-order.ts`, SPLIT, [
    [
      'const unheld = warehouseId === undefined ? Math.min(free, qty) : 0;',
      'const unheld = Math.min(free, qty);',
    ],
    ['free -= unheld;', ''],
    ['coalesce(origin_line_id, id), ${tx.actor.username}', 'id, ${tx.actor.username}'],
    ['[keeper.qty - line.qtyCancelled, ...created', '[keeper.qty, ...created'],
  ]),
  ...faultsIn(
    'money',
    'modules/orders/model/split-plan.ts',
    ['modules/orders/model/split-plan'],
    [
      [
        'shift: share - lineAmount(qty, unitPrice, exponent)',
        'shift: lineAmount(qty, unitPrice, exponent) - share',
      ],
      ['if (parts.length >= MOST_PARTS)', 'if (parts.length > MOST_PARTS)'],
      ['return left === 0 ?', 'return left < 0 ?'],
      ['toSorted((a, b) => b.units - a.units)[0]', 'toSorted((a, b) => a.units - b.units)[0]'],
    ],
  ),
  ...faultsIn('state', `${SERVER}/split-holds.ts`, SPLIT, [
    ["  'duplicate',\n", ''],
    ["  'manual',\n", ''],
    ["if (row.holds.includes('outOfStock')) await holdEach(tx, row, childIds);", ''],
    ['await closeHolds(tx, row.id, hold.type, DIVIDED, lineId);', ''],
  ]),
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
      [
        '(a, b) => a.splitSeq - b.splitSeq);\n    const early',
        '(a, b) => b.splitSeq - a.splitSeq);\n    const early',
      ],
      ['?? first.find(isOpen) ?? first[0]', '?? first[0]'],
      ['left -= Math.max(0, take);', 'left -= take * 0;'],
    ],
  ),
  ...faultsIn('state', `${SERVER}/accept-part.ts`, PART, [
    [
      'row.holds.filter((type) => type !== ANSWERED_HOLD)',
      'row.holds.filter((type) => type === null)',
    ],
    [
      'plan.some(({ refuse }) => refuse > 0) && !reason',
      'plan.some(({ refuse }) => refuse > 99) && !reason',
    ],
    ['if (isLate && !shop?.allowBackorder)', 'if (isLate && shop?.allowBackorder === null)'],
    ['...(isDivided ? [', '...(isDivided && isLate && isRefused ? ['],
    [
      'line.qtyReserved > now ? [{ lineId: line.id, qty: line.qtyReserved - now }]',
      'line.qtyReserved > now + 99 ? [{ lineId: line.id, qty: line.qtyReserved - now }]',
    ],
    [
      'const day = backorder > 0 ? backorderDate : now > 0 ? estShipDate : null;',
      'const day = now > 0 ? estShipDate : backorder > 0 ? backorderDate : null;',
    ],
    ["await closeHolds(tx, row.id, ANSWERED_HOLD, '已部分接单');", ''],
    [
      'const held = rows.filter(({ holds }) => holds.length > 0);',
      'const held = rows.filter(({ holds }) => holds.length > 9);',
    ],
    ['if (unmapped) return lineUnmapped', 'if (unmapped?.id === null) return lineUnmapped'],
  ]),
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
  ...faultsIn('time', `${SERVER}/backorder.ts`, PART, [
    ['plan.every(({ now }) => now === 0)', 'plan.some(({ now }) => now === 0)'],
    ['then greatest(ship_by, ${by})', 'then ${by}'],
    ['Math.max(...ends', 'Math.min(...ends'],
    ['set ship_by = greatest(ship_by, backorder_by)', 'set ship_by = ship_by'],
  ]),
  ...faultsIn('money', `${SERVER}/price-dispute.ts`, DISPUTES, [
    [
      'lineAmount(qty, actual, exponent) - lineAmount(qty, expected, exponent)',
      'lineAmount(qty, expected, exponent) - lineAmount(qty, actual, exponent)',
    ],
    ['wanted.get(line.id) ?? line.unitPrice', 'line.unitPrice'],
    ['const qty = line.qty - line.qtyCancelled;', 'const qty = line.qty;'],
  ]),
  ...faultsIn('state', `${SERVER}/price-dispute.ts`, DISPUTES, [
    [
      'if (dueAt && asDate(dueAt) <= tx.now) throw',
      'if (dueAt && asDate(dueAt) < new Date(0)) throw',
    ],
    ['if (open.has(row.id)) return [[row.id, disputeIsOpen()]];', ''],
    ["return row.holds.includes('priceMismatch') ? []", 'return row.holds ? []'],
    ['if (!may(tx.actor, acceptPrice.permission)) throw forbidden();', ''],
    ["kind === 'fromChannel' ? 'answered' : row.status", 'row.status'],
    ['filter(({ id }) => !ids.has(id))', 'filter(({ id }) => ids.size > 99 && !ids.has(id))'],
    ['if (asDate(dueAt) <= tx.now) throw dueInPast();\n    await', 'await'],
  ]),
  ...faultsIn('state', `${SERVER}/recheck-dispute.ts`, DISPUTES, [
    ['isOtherCurrency || !(await isAgreed', '!(await isAgreed'],
    ['if (line.expectedPrice === null && said !== line.unitPrice) return false;', ''],
    [
      "if (!isHeld) await settleDispute(tx, orderId, 'correct', CORRECTED);",
      "await settleDispute(tx, orderId, 'correct', CORRECTED);",
    ],
    ["{ waitsFor: 'decision' });\n}", "{ waitsFor: 'us' });\n}"],
  ]),
  ...faultsIn('state', `${SERVER}/arrival.ts`, DECISIONS, [
    [
      "o.stage in ('pending', 'shipping') and o.status <> 'draft' and o.id",
      "o.stage in ('pending', 'shipping') and o.id",
    ],
    ['and o.environment = (\n        select environment', 'and o.id <> (\n        select id'],
    ['and o.id <> all(${family.map(({ id }) => id)}::uuid[])\n', '\n'],
    ["twin.isSameShop ? twin.channelOrderNo : '另一店铺的订单'", 'twin.channelOrderNo'],
    ['return unmapped.length === 0 && !unmappedCode;', 'return unmapped.length === 0;'],
    ["channel_sku || '×' || l.qty)", "channel_sku || '×1')"],
  ]),
  ...faultsIn('state', `${SERVER}/distinct-orders.ts`, DECISIONS, [
    [
      'await closeHoldsAbout(tx, orderId, reason ?? ',
      'if (reason === orderId) await closeHoldsAbout(tx, orderId, reason ?? ',
    ],
    [
      "const [one = '', other = ''] = [orderId, otherId].sort();",
      "const [one = '', other = ''] = [orderId, otherId];",
    ],
  ]),
  ...faultsIn('state', `${SERVER}/reopen-order.ts`, UNSHIP, [
    ['if (row.splitSeq < 0) refusals.set(row.id, discardedDraft());\n      else if', 'if'],
    ["row.cancelledSide === 'channel'", "row.cancelledSide === 'nobody'"],
    ["row.cancelSync === 'ok'", "row.cancelSync === 'nothing'"],
    ['claimed.get(one.id) ?? one.qty', 'one.qty'],
    ['Math.max(0, wantedUnits(said) - elsewhere)', 'Math.max(0, wantedUnits(said))'],
    ["cancelSync: 'none' },", "cancelSync: 'pending' },"],
    ['if ((await familyOf(tx, row.id)).length === 1) await recordMissed(tx, row.id);', ''],
  ]),
  ...faultsIn('state', `${SERVER}/call-back-order.ts`, CALL_BACK, [
    [
      "!own.has(member.id) && member.status === 'accepted'",
      '!own.has(member.id) && member.status === null',
    ],
  ]),
  ...faultsIn(
    'channel',
    'modules/channels/server/take-back.ts',
    [...CALL_BACK, 'tests/channels/cancellations'],
    [
      ["return cancelSync !== 'none';", 'return true;'],
      ['if (isWantedAgain(attempt)) return !wantsAny(known);', ''],
      ["return ['pending', 'failed'].includes(told.cancelSync) ?", 'return told.cancelSync ?'],
    ],
  ),
  ...faultsIn('channel', 'modules/channels/server/call-wait.ts', CALL_BACK, [
    ["where s.version = ${Number(body['version'] ?? 0)}`", '`'],
    ['if (before.seconds !== seconds) audit', 'if (before.seconds === seconds) audit'],
  ]),
  ...faultsIn('channel', 'modules/channels/server/correct-notice.ts', UNSHIP, [
    ['shipment.shippedAt !== null || attempt', 'attempt'],
    ['await attempt.note({ asked: true });', ''],
  ]),
  ...faultsIn('state', 'kit/server/call-back.ts', CALL_BACK, [
    [
      "d.status = 'pending' and d.attempts = 0 and d.progress = '{}'::jsonb",
      "d.status = 'pending' and d.attempts = 0",
    ],
    ['if (!may(tx.actor, command.permission)) return forbidden();', ''],
    ['if (held.waiting < held.calls) return', 'if (held.waiting < 0) return'],
    ['row.status === held.toState && !ended.has(row.id)', 'row.status === held.toState'],
    ['row.status === held.toState && !ended.has(row.id)', '!ended.has(row.id)'],
    ['and called_back_at is null\n    order by row_id', '\n    order by row_id'],
  ]),
  ...faultsIn('time', 'kit/server/held-moves.ts', CALL_BACK, [
    ['return at instanceof Date && at <= until;', 'return at instanceof Date && at > until;'],
    ['if (actor.isSystem || actor.userId === null) return;', ''],
    ['until > now ? rows', 'until >= now ? rows'],
  ]),
];

import { faultsIn, type Mutant } from './mutant.ts';

const INVOICES = ['tests/journeys/invoices.test'];
const OWED = ['tests/journeys/receivables.test'];
const REMIT = ['tests/journeys/remittances.test', 'tests/journeys/remittance-faults.test'];
const CHARGED = ['tests/journeys/charge-limit.test'];
const PAID = ['tests/journeys/remittance-payments.test'];
const KEPT = ['tests/journeys/deductions.test'];
const LADDER = ['modules/finance/model/match/match-lines.test'];
const CREDITS = ['tests/journeys/credited-invoices.test'];
const WALK = ['tests/properties/receivable-walk.test'];
const DEMO = ['tests/journeys/demo-history.test'];
const WHERE = ['tests/journeys/deduction-analysis.test'];

/** Faults in what customers owe, what channels pay and what they keep. */
export const FINANCE_MUTANTS: readonly Mutant[] = [
  ...faultsIn('money', 'modules/finance/model/match/match-lines.ts', LADDER, [
    ['return part > amount ? part : amount;', 'return part < amount ? part : amount;'],
    ['abs(off) <= toleranceFor', 'abs(off) < toleranceFor'],
    ['free.delete(known);', ''],
    ['take: (id, amount) => void left.set(id, (left.get(id) ?? 0n) - amount)', 'take: () => undefined'],
  ]),
  ...faultsIn('money', 'modules/finance/server/remittances/post-remittance.ts', REMIT, [
    ['if (payDate > today) return', 'if (payDate >= today) return'],
    ["{ account: { code: 'fx' }, amount: -fxDifference }", "{ account: { code: 'fx' }, amount: fxDifference }"],
    ['line.amount !== line.matched);', 'line.amount === line.matched);'],
  ]),
  ...faultsIn('money', 'modules/finance/server/remittances/apply-parked.ts', REMIT, [
    ["matched === line.amount ? 'matched' : 'parked'", "'matched'"],
    ['worth(rest) - worth(rest - taken)', 'worth(taken)'],
  ]),
  ...faultsIn('permission', 'modules/finance/server/remittances/charge-limit.ts', CHARGED, [
    ['sum + value > aloneLimit', 'value > aloneLimit'],
    ['amount < 0n ? sum - amount : sum', 'sum + amount'],
    ['|| isAsSent(row) ||', '||'],
    ['isUnvouched || ', ''],
  ]),
  ...faultsIn('permission', 'modules/finance/server/remittances/remittance-draft.ts', CHARGED, [
    ["...(isOther ? { source: 'edited' as const } : {}),", ''],
    ['said.accountId !== accountId || ', ''],
  ]),
  ...faultsIn('money', 'modules/finance/server/remittances/remittance-payment.ts', PAID, [
    ['whole < held.amount ? whole : held.amount', 'held.amount'],
    ['remittance_id is null and status in', 'status in'],
  ]),
  ...faultsIn('state', 'modules/finance/server/remittances/match-remittance.ts', REMIT, [
    ["lines.filter(({ method }) => method !== 'hand')", 'lines'],
    ['balance: one.balance - (promised.get(one.id) ?? 0n)', 'balance: one.balance'],
  ]),
  ...faultsIn('money', 'modules/finance/server/remittances/assign-remittance.ts', REMIT, [
    ['if (share > left) throw', 'if (share > most) throw'],
  ]),
  ...faultsIn('state', 'modules/finance/server/remittances/take-remittance.ts', REMIT, [
    ["and status <> 'reversed'", ''],
    ['if (known.digest === digest) return', 'if (known.digest !== digest) return'],
    ['upper(channel_remit_no) = upper(${channelRemitNo})', 'channel_remit_no = ${channelRemitNo}'],
  ]),
  ...faultsIn('money', 'modules/finance/server/payments/allocate.ts', OWED, [
    ['if (paidOn > discountDate) throw', 'if (paidOn >= discountDate) throw'],
    ['amount !== balance - open)', 'amount < balance - open)'],
  ]),
  ...faultsIn('money', 'modules/finance/server/payments/advances.ts', OWED, [
    [
      'and unallocated > 0 order by paid_on, id for update`',
      'and unallocated > 0 order by paid_on desc, id for update`',
    ],
    ['if (left > 0n) throw', 'if (left > amount) throw'],
  ]),
  ...faultsIn('money', 'modules/finance/server/invoices/invoice-moves.ts', OWED, [
    ['alone + value <= writeOffLimit', 'alone + value < writeOffLimit'],
    ['if (isSmall) alone += value;', 'if (isSmall) continue;'],
    [' && writeOffAskedBy !== tx.actor.username) continue;', ') continue;'],
    ['s.settled_on = ${dayIn(tx.now, tx.actor.zone)}::date', 'true'],
    ['event: `writtenOff ${version}`', "event: 'writtenOff'"],
  ]),
  ...faultsIn('money', 'modules/finance/server/invoices/settle.ts', WALK, [['row.settledBase -= baseAmount;', '']]),
  ...faultsIn('time', 'modules/finance/server/invoices/short-invoices.ts', OWED, [
    ['-graceDays)', '0)'],
    ['due_date < ${last}::date', 'due_date <= ${last}::date'],
  ]),
  ...faultsIn('money', 'modules/finance/server/invoices/invoice-shipment.ts', INVOICES, [
    ["i.status <> 'voided'\n        and il.order_line_id", 'true\n        and il.order_line_id'],
    ['discount: shareOf(goods, billing.allowanceRate)', 'discount: 0n'],
    ['const day = dayIn(shipped.shippedAt, tx.actor.zone);', 'const day = dayIn(tx.now, tx.actor.zone);'],
  ]),
  ...faultsIn(
    'state',
    'modules/finance/server/invoices/pay-status.ts',
    [...INVOICES, ...OWED, ...CREDITS],
    [
      ["if (short > 0) return 'short';", ''],
      ["touched > 0 ? 'part' : 'invoiced'", "'invoiced'"],
    ],
  ),
  ...faultsIn('money', 'modules/finance/server/deductions/deduction-moves.ts', KEPT, [
    ['value === null || value > aloneLimit', 'value === null || value >= aloneLimit'],
    ["if (recovered === 0n || row.booking === 'none') return;", 'if (recovered === 0n) return;'],
    ['if (at > tx.now) throw deductionFaults.receivedAhead();', ''],
  ]),
  ...faultsIn('money', 'modules/finance/server/deductions/deduction-moves.ts', DEMO, [
    ["booking === 'none' ? 'confirmed' : 'settled'", "'confirmed'"],
  ]),
  ...faultsIn('time', 'modules/finance/server/deductions/remind-deductions.ts', KEPT, [
    ['(reminded_days is null or reminded_days > ${days})', '(reminded_days is null or reminded_days >= ${days})'],
    ['and decide_by <= ${until}', ''],
  ]),
  ...faultsIn('state', 'modules/finance/server/deductions/take-deductions.ts', KEPT, [
    ['if (known.amount !== one.amount)', 'if (known.amount > one.amount)'],
    ["(origin = 'remittance' or (${channelDeductionNo}::text is null", '((${channelDeductionNo}::text is null'],
  ]),
  ...faultsIn('money', 'modules/finance/server/reports/deduction-analysis.ts', WHERE, [
    ["and t.status <> 'withdrawn'", ''],
    ['and t.channel_sku is null having count(distinct l.sku_id) = 1', 'having count(distinct l.sku_id) > 0'],
    [
      'filter (where t.result is not null), 0)::bigint as argued',
      'filter (where t.disputed_at is not null), 0)::bigint as argued',
    ],
  ]),
];

import { faultsIn, type Mutant } from './mutant.ts';

const BACK_TEST = ['tests/journeys/rule-back-test'];
const MEANWHILE = ['tests/races/rules-meanwhile'];

/** Faults in automation rules: what they judge, what they do and how often, what they are tested by. */
export const RULE_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'state',
    'modules/automation/model/judge-rules.ts',
    ['modules/automation/model/judge-rules'],
    [
      ['b.priority - a.priority', 'a.priority - b.priority'],
      ['(a.id < b.id ? -1 : 1)', '(a.id < b.id ? 1 : -1)'],
      ['if (rule.stopOnMatch) stoppedBy = rule.name;', ''],
      ['shopIds !== null && !shopIds.includes', 'shopIds !== null && shopIds.includes'],
      ["if (slot === 'holding' && before.said === said) return null;", ''],
      ["return op === 'ne' || op === 'not_in';", 'return false;'],
      ['.some((part) => one.startsWith(part))', '.some((part) => one.includes(part))'],
      ['return a >= b;', 'return a > b;'],
      ['(value ?? false) === wanted', 'value === wanted'],
      ['fact.isPersonal ? (', 'fact.isPrefix === null ? ('],
    ],
  ),
  ...faultsIn('state', 'modules/automation/server/back-test.ts', BACK_TEST, [
    ["t.environment = 'live' and t.status not in", 't.status not in'],
    ['first > head.shipBy', 'first < head.shipBy'],
    ['head.shipBy <= at) return null;', 'head.shipBy === null) return null;'],
    ['isMoved && house ?', 'house ?'],
    ["rule.trigger !== 'schedule');", 'false);'],
  ]),
  ...faultsIn('state', 'modules/automation/server/read-facts.ts', BACK_TEST, [
    ['isPast ? row.holdsThen : row.holds', 'row.holds'],
    ["isPast && row.at <= row.receivedAt ? 'new' : row.status", 'row.status'],
    ['h.closed_at is null or h.closed_at > m.at', 'h.closed_at is null'],
  ]),
  ...faultsIn('state', 'modules/automation/server/act-many.ts', MEANWHILE, [
    ['if (!(await isStillOn(tx, rule))) return 0;', ''],
    ['now.get(due.orderId)?.version !== order.head.version', 'order.head.version < 0'],
    ['judged.plan.map((one, at) => act.verdict.plan[at] ?? one)', 'judged.plan'],
    ['tx.onCommit(() => Object.assign(act.order.head, after.get(id)));', ''],
    ["and trigger <> 'byHand' and create_time", 'and create_time'],
  ]),
  ...faultsIn(
    'state',
    'modules/automation/server/act-many.ts',
    ['modules/automation/server/act-many'],
    [['at >= least &&', '']],
  ),
  ...faultsIn('state', 'modules/automation/server/rule-jobs.ts', MEANWHILE, [
    [
      "stage in ('pending', 'shipping') and status <> 'draft'\n        and environment = 'live'",
      "stage in ('pending', 'shipping') and status <> 'draft'",
    ],
  ]),
  ...faultsIn('state', 'modules/automation/server/run-rules.ts', MEANWHILE, [
    ['/^(08|40|53|55|57)/', '/^(08|53|55|57)/'],
  ]),
  ...faultsIn('time', 'modules/automation/server/act.ts', MEANWHILE, [
    ['tx.now.getTime() + hours * HOUR_MS', 'tx.now.getTime() + hours * DAY_MS'],
    ['tx.now.getTime() - DAY_MS', 'tx.now.getTime() - HOUR_MS'],
    ["if (open) return { state: 'same', note: '已有同样的待办' };", ''],
  ]),
  ...faultsIn('time', 'modules/automation/server/rule-guards.ts', MEANWHILE, [
    ['gap < LEAST_MINUTES * 60_000', 'gap <= LEAST_MINUTES * 60_000'],
  ]),
];

import { faultsIn, type Mutant } from './mutant.ts';

const JUDGE = 'modules/automation/model/judge-rules.ts';
const BACK_TEST = 'modules/automation/server/back-test.ts';
const MANY = 'modules/automation/server/act-many.ts';
const PURE = ['modules/automation/model/judge-rules'];
const JOURNEY = ['tests/journeys/rule-back-test', 'tests/journeys/automation-rules'];
const BEYOND = ['tests/journeys/rules-beyond-orders'];
const RACES = ['tests/races/rules-meanwhile', 'tests/races/rules.test'];

/** Faults in automation rules: what they judge, what they do and how often, what they are tested by. */
export const RULE_MUTANTS: readonly Mutant[] = [
  ...faultsIn('state', JUDGE, PURE, [
    ['b.priority - a.priority', 'a.priority - b.priority'],
    ['(a.id < b.id ? -1 : 1)', '(a.id < b.id ? 1 : -1)'],
    ['if (rule.stopOnMatch) stoppedBy = rule.name;', ''],
    ['shopIds !== null && !shopIds.includes', 'shopIds !== null && shopIds.includes'],
    ["if (slot === 'holding' && before.said === said) return null;", ''],
    ["return op === 'ne' || op === 'not_in';", 'return false;'],
    ['.some((part) => one.startsWith(part))', '.some((part) => one.includes(part))'],
    ['return a >= b;', 'return a > b;'],
    ['(value ?? false) === wanted', 'value === wanted'],
    ['if (fact.mask) return known', 'if (fact.isPrefix === null) return known'],
    ['if (facts.hasOrder === false &&', 'if (facts.hasOrder === null &&'],
  ]),
  ...faultsIn('state', BACK_TEST, JOURNEY, [
    ['first > shipBy', 'first < shipBy'],
    ['shipBy <= at) return null;', 'shipBy === null) return null;'],
    ['isMoved && house ?', 'house ?'],
    ["const isPast = rule.trigger !== 'schedule';", 'const isPast = false;'],
  ]),
  ...faultsIn('state', 'modules/automation/server/past-moments.ts', JOURNEY, [
    ["t.environment = 'live' and t.status not in", 't.status not in'],
    ["t.status not in ('draft', 'history')", "t.status not in ('draft')"],
  ]),
  ...faultsIn('state', 'modules/automation/server/rule-jobs.ts', BEYOND, [
    ['HAPPENS_ONCE.has(trigger) ? trigger : noteId', 'noteId'],
  ]),
  ...faultsIn('permission', 'modules/automation/server/run-reasons.ts', BEYOND, [
    ['(await isOrderSeen(tx, orderId)) ? {}', 'orderId ? {}'],
  ]),
  ...faultsIn('state', 'modules/channels/server/stock-push-records.ts', BEYOND, [
    [
      `  await reportFailure(tx, pushId);
}`,
      '}',
    ],
  ]),
  ...faultsIn('state', 'modules/aftersales/server/parts/part-requests.ts', BEYOND, [
    ["if (row.status === 'draft') await tx.emit", 'await tx.emit'],
  ]),
  ...faultsIn('state', 'modules/automation/server/order-facts.ts', JOURNEY, [
    ['isPast ? row.holdsThen : row.holds', 'row.holds'],
    ["isPast && row.at <= row.receivedAt ? 'new' : row.status", 'row.status'],
    ['h.closed_at is null or h.closed_at > m.at', 'h.closed_at is null'],
    ['(HOUR_MS / 10)) / 10)', 'HOUR_MS) / 1)'],
  ]),
  ...faultsIn('state', MANY, RACES, [
    ['if (!(await isStillOn(tx, rule))) return 0;', ''],
    ['now.get(due.id)?.version !== subject.head.version', "subject.head.version === ''"],
    ['judged.plan.map((one, at) => act.verdict.plan[at] ?? one)', 'judged.plan'],
    ['tx.onCommit(() => follow(act.subject.head, after.get(id)));', ''],
    ["and trigger <> 'byHand' and create_time", 'and create_time'],
    ['round.runs < MOST_REPEATS', 'round.runs <= MOST_REPEATS'],
    ["if (trigger === 'schedule' && isIdle) continue;", ''],
    ['else if (!round.isSaid) {', 'else {'],
  ]),
  ...faultsIn('state', MANY, ['modules/automation/server/act-many'], [['at >= least &&', '']]),
  ...faultsIn('state', 'modules/automation/server/rule-jobs.ts', RACES, [
    [
      "stage in ('pending', 'shipping') and status <> 'draft'\n        and environment = 'live'",
      "stage in ('pending', 'shipping') and status <> 'draft'",
    ],
    ['throw new Later(', 'if (ms < 0) throw new Later('],
    ['and r.next_at = ${nextAt} for update of r', 'for update of r'],
    ["and 'outOfStock' = any(o.holds)\n", ''],
  ]),
  ...faultsIn('state', 'modules/automation/server/reactions.ts', RACES, [
    [
      "if (isRuleActor(tx.actor) || !(await hasLiveRules(tx, 'stockChanged'))) return;",
      "if (!(await hasLiveRules(tx, 'stockChanged'))) return;",
    ],
  ]),
  ...faultsIn('state', 'modules/automation/server/run-rules.ts', RACES, [['/^(08|40|53|55|57)/', '/^(08|53|55|57)/']]),
  ...faultsIn('time', 'modules/automation/server/act.ts', RACES, [
    ['tx.now.getTime() + hours * HOUR_MS', 'tx.now.getTime() + hours * DAY_MS'],
    ['tx.now.getTime() - DAY_MS', 'tx.now.getTime() - HOUR_MS'],
    ["if (open) return { state: 'same', note: '已有同样的待办' };", ''],
  ]),
  ...faultsIn('time', 'modules/automation/server/rule-guards.ts', RACES, [
    ['gap < LEAST_MINUTES * 60_000', 'gap <= LEAST_MINUTES * 60_000'],
  ]),
  ...faultsIn('state', 'modules/automation/server/park-rule.ts', JOURNEY, [
    ['if (!row || !LIVE_STATES.includes(row.status)) return;', 'if (!row) return;'],
    ['await storeRuns(tx, [run]);', ''],
  ]),
  ...faultsIn(
    'permission',
    'modules/automation/server/rule-guards.ts',
    ['tests/attacks/rule-scope'],
    [
      ['(json.length === 0 || json.some((id) => !own.includes(id)))', 'json.some((id) => !own.includes(id))'],
      ['if (tx.actor.limits.warehouses) throw beyondWarehouses();', ''],
      ['if (mask && actor.masks.has(mask))', 'if (mask && actor.masks.size < 0)'],
    ],
  ),
  ...faultsIn('permission', BACK_TEST, ['tests/attacks/rule-scope'], [['if (beyond) throw beyond;', '']]),
];

import { integer, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { Explained } from './judge-rules.ts';
import type { TestChange } from './rule-records.ts';
import type { SubjectKind } from './subject.ts';

const READ = { permission: 'automation:rule:list' } as const;

/** Past occurrences that a back-test looks at by default, and at most. */
export const USUAL_TEST = 500;
export const MOST_TEST = 2_000;

export interface TestSummary {
  testId: string;
  revision: number;
  orders: number;
  matched: number;
  changed: number;
  late: number;
  counts: Partial<Record<TestChange, number>>;
  ms: number;
}

export const testRuleRoute = defineRoute({
  method: 'POST',
  path: '/automation/rule/:id/test',
  access: { permission: 'automation:rule:test' },
  summary: '用过去发生的回测规则',
  body: { orders: integer('回测数', { min: 1, max: MOST_TEST, default: USUAL_TEST }) },
  result: shape<TestSummary>(),
});

/** What a rule says, saved or not: the texts as the register has them. */
export interface RuleContent {
  trigger: string;
  shopIds: string | null;
  conditions: string;
  actions: string;
  stopOnMatch: boolean;
}

/** A rule read back, and what is still wrong with it. */
export interface ReadBack {
  said: string;
  faults: { field: string; message: string }[];
  /** Facts that a back-test judges by today, by title. */
  ofToday: string[];
}

export const readBackRoute = defineRoute({
  method: 'POST',
  path: '/automation/rule/readBack',
  access: READ,
  summary: '把规则读成一句话',
  effect: 'reads',
  body: shape<RuleContent>(),
  result: shape<ReadBack>(),
});

/** One order, return, request, feed or remittance judged by a rule as it stands in the editor. */
export interface Tried {
  kind: SubjectKind;
  id: string;
  /** What it is called, and how far it is. */
  label: string;
  state: string;
  isMatched: boolean;
  passedOver: string | null;
  why: Explained | null;
  actions: string[];
}

export const tryOrderRoute = defineRoute({
  method: 'POST',
  path: '/automation/rule/tryOrder',
  access: READ,
  summary: '用一个订单、退货单、补发单、推送或回款单试规则',
  effect: 'reads',
  body: shape<RuleContent & { number: string }>({
    number: text('单号', { required: true, max: 64 }),
  }),
  result: shape<Tried>(),
});

/** What rules would do to one order, or have done. */
export interface RunLine {
  orderId: string;
  channelOrderNo: string;
  /** Rule by rule, those that hold. */
  rules: { ruleId: string; name: string; actions: string[] }[];
}

export interface RunAnswer {
  judged: number;
  matched: number;
  acted: number;
  parked: number;
  /** Orders that a rule holds of: of a preview all of them, up to a page of hundreds. */
  lines: RunLine[];
}

/** Orders that are run through at once. */
export const MOST_RUN = 1_000;

export const runRulesRoute = defineRoute({
  method: 'POST',
  path: '/automation/rule/run',
  access: { permission: 'automation:rule:run' },
  summary: '对所选订单执行规则',
  body: shape<{
    ids?: readonly string[];
    filter?: Record<string, unknown>;
    /** Absent: all that are switched on. */
    ruleIds?: readonly string[];
    dryRun?: boolean;
  }>(),
  result: shape<RunAnswer>(),
});

/** Whom rules may notify: people and roles of the tenant. */
export interface Addressees {
  people: { id: string; name: string }[];
  roles: { id: string; name: string }[];
}

export const addresseesRoute = defineRoute({
  method: 'GET',
  path: '/automation/rule/addressees',
  access: READ,
  summary: '规则可以通知的人和角色',
  result: shape<Addressees>(),
});

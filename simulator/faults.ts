/** The fault plan: which of the next calls go wrong, and how. */

const FAULT_NAMES = [
  // before anything happens
  '429',
  '429-no-retry-after',
  '500',
  '503',
  'slow',
  'timeout',
  'text-body',
  'token-expiry',
  'token-ttl',
  'bad-credentials',
  'graphql-error',
  'equal-timestamps',
  // what a write does
  'accept-error',
  'transaction-error',
  'effect-dropped',
  'effect-late',
  // after the effect is committed
  'timeout-after-commit',
  'reset-mid-body',
  'truncated-json',
  // what the rows look like
  'duplicate-rows',
  'out-of-order',
  'unknown-enum',
  'new-field',
  'null-field',
  'missing-field',
  'string-money',
  'odd-row',
  'null-list',
  'null-errors',
  'text-quantity',
  'number-counts',
  'number-codes',
  'no-full-po-number',
  'null-cancellation-quantity',
  // what an application may not do, and what this host does not know
  'permission-denied',
  'access-denied',
  'unknown-field',
  'no-inventory-query',
  'no-transactions-query',
  'row-refused',
  // documents
  'label-pages-mismatch',
  'one-number',
  'bol-404',
  'expired-url',
  // the carrier
  'price-other',
  'label-refused',
  'answers-twice',
  'answers-other',
  'double-booked',
  'late-scan',
  'late-report',
  'events-numbered',
  'label-damaged',
  'label-odd',
  // of a shop
  'throttled',
  'sells-meanwhile',
] as const;

export type FaultName = (typeof FAULT_NAMES)[number];

interface FaultMatch {
  /** `accept`, `purchaseOrders.accept`, `getDropshipPurchaseOrders`, `token`, `documents.shipping_label`, `storage` … */
  operation?: string;
  /** Part of the request path. */
  path?: string;
  environment?: string;
  poNumber?: string;
  clientId?: string;
  /** First matching call that fails, counted from 1 (default 1). */
  nth?: number;
  /** How many calls fail from there (default 1). */
  times?: number | 'always';
}

export interface FaultInput {
  match?: FaultMatch;
  fault: FaultName;
  /** 429: seconds in Retry-After (default 1). */
  retryAfterSeconds?: number;
  /** slow: milliseconds before the call is handled (default 200). */
  delayMs?: number;
  /** text-body: HTTP status (default 200). */
  status?: number;
  /** text-body, graphql-error, accept-error, transaction-error: what it says. */
  message?: string;
  /** text-body: what it calls itself (default text/plain). */
  contentType?: string;
  /** graphql-error: category (default BAD_REQUEST). */
  category?: string;
  /** null-field, missing-field, unknown-enum, new-field: the field's name in the row. unknown-field: the one asked for. */
  field?: string;
  /** unknown-enum: the value (default HYPERLOOP_DELIVERY). row-refused: the part number refused. price-other: what is asked instead, `21.15`; of a quote also `21.15 CAD`. label-odd: JSON laid over each label that is answered. answers-other: id of an older label that is answered too. */
  value?: string;
  /** text-body, timeout: true lets the effect happen first. */
  commit?: boolean;
  /** timeout, timeout-after-commit: true never answers instead of cutting the line. */
  hang?: boolean;
  /** token-ttl: seconds (default 2). */
  expiresIn?: number;
  /** effect-late: milliseconds (default 10,000). late-scan: how much later all scans come (default 30 h). late-report: how long after a scan it is said (default 60 h). */
  lagMs?: number;
  /** label-pages-mismatch: pages added or, when negative, left out (default −1). */
  pages?: number;
  /** equal-timestamps: order times are rounded down to this (default one hour). */
  granularityMs?: number;
}

export interface FaultRule extends FaultInput {
  id: number;
  match: FaultMatch;
  /** Matching calls so far. */
  seen: number;
  /** Times it struck. */
  fired: number;
}

/** What is known of a call before it is handled. */
export interface CallFacts {
  operations: readonly string[];
  path: string;
  environment: string;
  poNumbers: readonly string[];
  clientId: string | null;
}

export interface FaultPlan {
  add(input: FaultInput): FaultRule;
  list(): readonly FaultRule[];
  clear(): void;
  remove(id: number): boolean;
  /** The faults that strike this call; counts it against every rule that matches. */
  take(call: CallFacts): FaultRule[];
}

export function createFaultPlan(): FaultPlan {
  let rules: FaultRule[] = [];
  let lastId = 0;
  return {
    add(input) {
      if (!FAULT_NAMES.includes(input.fault)) throw new RangeError(`unknown fault: ${input.fault}`);
      const match = { ...defaultMatch(input.fault), ...input.match };
      const rule = { ...input, match, id: ++lastId, seen: 0, fired: 0 };
      rules.push(rule);
      return rule;
    },
    list: () => rules,
    clear() {
      rules = [];
    },
    remove(id) {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    take: (call) => rules.filter((rule) => strikes(rule, call)),
  };
}

/** Some faults make sense on one operation only; they need not be given it. */
function defaultMatch(fault: FaultName): FaultMatch {
  switch (fault) {
    case 'accept-error':
      return { operation: 'purchaseOrders.accept' };
    case 'token-ttl':
    case 'bad-credentials':
      return { operation: 'token' };
    case 'label-pages-mismatch':
      return { operation: 'label' };
    case 'price-other':
    case 'label-refused':
    case 'answers-twice':
    case 'answers-other':
    case 'double-booked':
    case 'late-scan':
    case 'label-damaged':
    case 'label-odd':
      return { operation: 'carrier.buy' };
    case 'late-report':
    case 'events-numbered':
      return { operation: 'carrier.track' };
    case 'bol-404':
      return { operation: 'documents.bill_of_lading' };
    case 'expired-url':
      return { operation: 'storage' };
    case 'null-cancellation-quantity':
      return { operation: 'lineItemCancellationRequestByWarehouses' };
    case 'no-full-po-number':
    case 'number-counts':
      return { operation: 'labelGenerationEvents' };
    case 'no-inventory-query':
      return { operation: 'inventory' };
    case 'no-transactions-query':
      return { operation: 'transactions' };
    default:
      return {};
  }
}

function strikes(rule: FaultRule, call: CallFacts): boolean {
  const { match } = rule;
  const matches =
    (match.operation === undefined || call.operations.some((o) => isSame(o, match.operation))) &&
    (match.path === undefined || call.path.includes(match.path)) &&
    (match.environment === undefined || call.environment === match.environment) &&
    (match.poNumber === undefined || call.poNumbers.includes(match.poNumber)) &&
    (match.clientId === undefined || call.clientId === match.clientId);
  if (!matches) return false;
  rule.seen += 1;
  const times = match.times === 'always' ? Infinity : (match.times ?? 1);
  if (rule.seen < (match.nth ?? 1) || rule.fired >= times) return false;
  rule.fired += 1;
  return true;
}

/** First words that stand for all their operations: `inventory` is a query beside its mutations. */
const FAMILIES = ['documents', 'storage'];

/** A full name, its last word (`accept`), or its first (`documents`, `storage`). */
function isSame(operation: string, requested: string | undefined): boolean {
  if (requested === undefined) return true;
  const isFamily = FAMILIES.includes(requested) && operation.startsWith(`${requested}.`);
  return operation === requested || operation.endsWith(`.${requested}`) || isFamily;
}

import { faultsIn, type Mutant } from './mutant.ts';

const COMMAND = 'kit/server/command.ts';
const KEYED = ['tests/contract/keyed-moves'];
const ILLEGAL = ['tests/lifecycles/illegal-moves'];
const CLERKS = ['tests/races/two-clerks'];
const BATCHES = ['tests/lifecycles/moves-in-batches'];
const ALLOCATION = ['tests/channels/allocation'];
const CHANGES = ['tests/channels/changes'];
const WAREHOUSES = ['tests/channels/warehouses'];
const ORDER_LIFECYCLE = 'modules/orders/model/order-lifecycle.ts';
const GATES = ['tests/journeys/shipping-gates'];
const MANUAL = ['tests/journeys/manual-order'];
const DIRECTORY = ['modules/system/server/directory.test', 'modules/system/server/departs.test'];
const USER_ADMINISTRATION = ['modules/system/server/user-administration.test.ts'];
const DRAFT = 'kit/server/draft/write-draft.ts';
const READ_DRAFT = 'kit/server/draft/read-draft.ts';
const DRAFTS = ['tests/journeys/manual-draft', 'tests/journeys/adjustment-draft'];

/** Faults in moves: who may go where, when, once, with what behind. */
export const STATE_MUTANTS: readonly Mutant[] = [
  ...faultsIn('state', COMMAND, ILLEGAL, [
    ['else if (!move.from.includes(row.status))', 'else if (row.status === null)'],
  ]),
  ...faultsIn('state', COMMAND, CLERKS, [
    ['row.version !== options.version', 'row.version < options.version'],
    ['order by t.id ${isLocked ? sql`for update` : sql``}', 'order by t.id'],
  ]),
  ...faultsIn('state', DRAFT, DRAFTS, [
    ['if (!isDraft(resource, before.status)) throw illegalMove();', ''],
    ["if (Number(body['version']) !== version) throw staleVersion();", ''],
    ['moveCounter(tx, place, before, values);', ''],
    ["if (diff && key in diff) diff[key] = ['***', '***'];", ''],
    ["const isTaken = (error as { code?: string }).code === '23505';", 'const isTaken = false;'],
  ]),
  ...faultsIn('state', READ_DRAFT, DRAFTS, [
    ['before ? maskedFields(shape.resource, tx.actor) : new Set<string>()', 'new Set<string>()'],
    ['open.delete(id);', ''],
    ['from[subject] !== values[subject]', 'subject === null'],
    ['if (list.length > most)', 'if (list.length > most * 2)'],
  ]),
  ...faultsIn('state', COMMAND, BATCHES, [
    ['[...new Set(options.ids)].sort()', '[...options.ids].sort()'],
    ["if (error instanceof Refusal && error.code === 'keyReused') throw error;", ''],
    ['able.filter((row) => !refusals.has(row.id))', 'able'],
    ['ids.slice(at, at + CHUNK)', 'ids.slice(at, at + CHUNK - 1)'],
    ['(order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)', '0'],
    ['await applyGuard(tx, one, rows, able, answers, refusals, true);', ''],
  ]),
  ...faultsIn('state', COMMAND, KEYED, [
    ['if (known) return known.answered;', ''],
    ['if (key) await storeReceipt(tx, scope, key, results);', ''],
  ]),
  ...faultsIn('state', 'kit/server/receipt.ts', KEYED, [
    ['if (known.payloadHash !== hash)', 'if (known.payloadHash === null)'],
  ]),
  ...faultsIn('state', 'kit/server/lifecycle-routes.ts', KEYED, [
    ['if (keyed && !key)', 'if (keyed && key === undefined)'],
  ]),
  ...faultsIn('state', 'kit/server/apply-move.ts', CLERKS, [['version = t.version + 1', 'version = t.version']]),
  ...faultsIn('state', 'kit/server/apply-move.ts', BATCHES, [
    ['if (from) tx.journal.count(resource, scope, from, -1);', ''],
    [
      'writeHistory(tx, one.lifecycle, one.move, changes, reason);',
      'writeHistory(tx, one.lifecycle, one.move, changes, null);',
    ],
    ['from: row.status,\n', 'from: null,\n'],
  ]),
  ...faultsIn('state', 'kit/server/query/conditions.ts', BATCHES, [
    [
      'const field = fieldOf(resource, splitSuffix(name)[0], hidden);\n    if (!field) throw',
      'const field = fieldOf(resource, splitSuffix(name)[0], hidden);\n    if (!field) continue;\n    if (name === "") throw',
    ],
  ]),
  ...faultsIn('state', 'modules/orders/server/cancel-units.ts', ALLOCATION, [
    ['!line || item.qty > openQty(line)', '!line'],
    ['line.qtyReserved - needed', 'item.qty'],
    ['const needed = openQty(line) - item.qty;', 'const needed = openQty(line);'],
  ]),
  ...faultsIn(
    'state',
    'modules/orders/server/cancel-units.ts',
    ['tests/journeys/part-cancelled'],
    [
      ["!isDone ? status : isShipped ? 'shipped' : 'cancelled'", "!isDone ? status : 'cancelled'"],
      ['const isToTell = !request.isByChannel;', 'const isToTell = request.isByChannel;'],
      ['if (isDone) {', 'if (isDone && items.length === 0) {'],
      ["when order_type in ('manual', 'replacement') then 'none' when", 'when'],
    ],
  ),
  ...faultsIn('state', 'modules/orders/server/accept-order.ts', MANUAL, [
    ["isAnswered(row) ? 'ready' : 'accepted'", "'accepted'"],
    ["and order_type not in ('manual', 'replacement') and accept_sync", 'and accept_sync'],
  ]),
  ...faultsIn('state', 'modules/orders/server/accept-order.ts', ALLOCATION, [
    ['if (holds.length > 0) refusals', 'if (holds.length > 9) refusals'],
    ['if (short && !shop?.allowBackorder) throw', 'if (short && shop?.allowBackorder) throw'],
    ['if (short && !shop?.allowBackorder) throw', 'if (short) throw'],
  ]),
  ...faultsIn(
    'state',
    ORDER_LIFECYCLE,
    ['tests/lifecycles/golden-moves'],
    [
      ["title: '拒单',\n      from: ['new'],", "title: '拒单',\n      from: ['new', 'accepted'],"],
      ["from: ['ready', 'partial'],", "from: ['ready'],"],
    ],
  ),
  ...faultsIn('state', 'modules/orders/server/reject-order.ts', ALLOCATION, [
    ['set qty_cancelled = qty, qty_backordered = 0 where', 'set qty_cancelled = 0 where'],
    ['lines.filter((line) => line.qtyReserved > 0)', 'lines.filter((line) => line.qtyReserved < 0)'],
  ]),
  ...faultsIn('state', 'modules/orders/server/decide-change.ts', CHANGES, [
    ['return isKnown ? null : changeGone();', 'return null;'],
    ['ids ? requested.some(isPrice) : requested.every(isPrice)', 'requested.every(isPrice)'],
    ['!answers.acceptLabelLoss && needsLabelLoss', 'needsLabelLoss === null && needsLabelLoss'],
    ["(groupOf(field) === 'address' && groups.includes('address'))", 'false'],
    ["!row.holds.includes('priceMismatch')", 'row.id === null'],
    ["await decide(tx, items, 'rejected', answers.reason);", ''],
  ]),
  ...faultsIn(
    'state',
    'modules/orders/server/answered-elsewhere.ts',
    ['tests/channels/elsewhere'],
    [
      [".filter((row) => !row.holds.includes('answeredElsewhere'))", '.filter((row) => row.id === null)'],
      ['row.shippedAt !== null', 'row.shippedAt === undefined'],
      ["order.status === 'new' && order.acceptSync !== 'ok'", "order.status === 'new'"],
      [' && !order.shippedElsewhereAt)', ')'],
      ['lines.filter((line) => line.qtyReserved > 0).map((line) => ({ lineId: line.id })),', '[],'],
      ["{ acceptSync: 'ok' }", "{ acceptSync: 'none' }"],
      ["new Set(['accepted', 'ready', 'processing'])", "new Set(['accepted', 'ready'])"],
      ["await closeAllHolds(tx, row.id, reason ?? '转为历史');", ''],
    ],
  ),
  ...faultsIn('state', 'modules/orders/server/record-change.ts', CHANGES, [
    ['.filter((change) => !isOwnEcho(change, lines))', ''],
    ['shipBy ?? null}::timestamptz, ship_by)', 'deliverBy ?? null}::timestamptz, ship_by)'],
    ['prices.length > 0 && prices.every', 'prices.every'],
    ['await supersedeChanges(tx, orderId, changes);', ''],
  ]),
  ...faultsIn('state', 'modules/orders/server/judge-change.ts', CHANGES, [
    ["['new', 'accepted', 'ready'].includes", "['new', 'accepted', 'ready', 'processing'].includes"],
    ['!isOpen || isSame(tx, change, known, snapshot, lines)', '!isOpen'],
  ]),
  ...faultsIn('state', 'modules/orders/server/change-items.ts', CHANGES, [
    ["['units', 'line'].includes(groupOf(field)) ? 'units' : field", 'field'],
    ["const isOpen = status === 'new';", "const isOpen = status !== '';"],
  ]),
  ...faultsIn('state', ORDER_LIFECYCLE, CHANGES, [
    ["'address', 'answeredElsewhere'];", "'address', 'answeredElsewhere', 'channelChange'];"],
    ["'address', 'answeredElsewhere'];", "'address', 'answeredElsewhere', 'priceMismatch'];"],
  ]),
  ...faultsIn('state', ORDER_LIFECYCLE, WAREHOUSES, [
    ["'address', 'answeredElsewhere'];", "'address', 'answeredElsewhere', 'unmappedWarehouse'];"],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/ship.ts', GATES, [
    ['else if (row.labelHold)', "else if (row.labelHold === '')"],
    ['else if (!row.trackingNo) refusals', "else if (row.trackingNo === '') refusals"],
    ['row.customsRequired && !row.customsStored', "row.id === ''"],
    ['>= earliest) return null;', '> earliest) return null;'],
    ['if ((given ?? dayIn(tx.now, zone))', 'if (dayIn(tx.now, zone)'],
    ['given && !shipMoment(given, tx.now, zone)', 'given === 0'],
  ]),
  ...faultsIn(
    'state',
    'modules/fulfilment/server/ship.ts',
    ['tests/channels/changes'],
    [['if (holds.length > 0) refusals.set(row.id, orderHeld', 'if (holds.length > 9) refusals.set(row.id, orderHeld']],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/server/ship.ts',
    ['tests/journeys/own-labels'],
    [
      ["row.labelSource === 'own' &&", 'row.labelSource === null &&'],
      ["isExempt(row) ? 'exempt' : isNotified(row) ? 'manual' : 'pending'", "'pending'"],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/model/carton-plan.ts',
    ['modules/fulfilment/model/carton-plan'],
    [
      ['?? 0) < line.qty)', '?? 0) < 1)'],
      ['+ item.qty);\n  return line.cartons', '+ 1);\n  return line.cartons'],
      ['Math.min(carton.unitsPerCarton, line.qty - done)', 'carton.unitsPerCarton'],
      ['line.firstPiece + done', 'done'],
      ['line.firstPiece + piece', 'line.firstPiece'],
    ],
  ),
  ...faultsIn(
    'state',
    'ui/grid/grid-history.ts',
    ['ui/grid/typed-values', 'ui/grid/grid-store'],
    [
      ['before];\n    this.#future = [];', 'before];'],
      ['before.rows === rows', 'before.rows.length < 0'],
    ],
  ),
  ...faultsIn(
    'state',
    'db/migrations/0061_label_status_codes.sql',
    ['tests/faults/old-rows'],
    [["when '待人工' then 'held'", "when '待人工' then 'ready'"]],
  ),
  ...faultsIn(
    'state',
    'db/migrations/0062_feed_trigger_codes.sql',
    ['tests/faults/old-rows'],
    [
      ["case when handler = 'channels.pushStock' and feed", 'case when feed'],
      ["asked_by = case when feed_trigger_code(trigger) = 'manual' then trigger end", 'asked_by = trigger'],
    ],
  ),
  ...faultsIn(
    'state',
    'db/migrations/0063_queries_of_people.sql',
    ['tests/faults/old-rows'],
    [
      ['else one end order by place)', 'else one end order by place desc)'],
      ['"roleCode": "code"', '"roleCode": "name"'],
    ],
  ),
  ...faultsIn('state', 'kit/server/stored-rows.ts', DIRECTORY, [['version: version + 1,', 'version,']]),
  ...faultsIn('state', 'kit/server/register-routes.ts', DIRECTORY, [
    [' && !left.includes(key)', ''],
    ['seen === null ? null : Number(seen)', 'null'],
  ]),
  ...faultsIn('state', 'modules/system/server/roles.ts', DIRECTORY, [
    ['if (version !== null && version !== before.version) throw staleVersion();', ''],
    ['  await refuseTakenCode(tx, code, id);\n', ''],
  ]),
  ...faultsIn('state', 'modules/system/server/user-admin.ts', USER_ADMINISTRATION, [
    ['return account.version + place.version;', 'return place.version;'],
    ['version !== (await lockedVersion(tx, id))', 'version < 0'],
  ]),
  ...faultsIn('state', 'modules/system/server/departs.ts', DIRECTORY, [
    ['if (version !== null && version !== before.version) throw staleVersion();', ''],
    ['if (n === gone.length) throw', 'if (n < 0) throw'],
    ['update session set org_code = null', 'update session set org_code = org_code'],
    ['update membership set org_code = null', 'update membership set org_code = org_code'],
  ]),
  ...faultsIn(
    'state',
    'modules/desk/server/todo.ts',
    ['tests/channels/capabilities'],
    [["t.status = 'dead' and t.failure = 'failed'", "t.status = 'dead'"]],
  ),
  ...faultsIn(
    'state',
    'modules/desk/server/failures.ts',
    ['tests/channels/failed-tasks'],
    [['{ reason: `= ${reason}` }', '{}']],
  ),
  ...faultsIn('state', 'modules/desk/server/tasks.ts', ['tests/channels/capabilities'], [['failure: null,', '']]),
  ...faultsIn(
    'state',
    'modules/orders/server/cancel-units.ts',
    ['tests/channels/cancellations'],
    [
      ['request.isByChannel ? null : tx.actor.username', 'tx.actor.username'],
      ["request.isByChannel ? 'channel' : 'seller'", "'seller'"],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/base/server/account-commands.ts',
    ['tests/channels/closed-capabilities'],
    [["'closed' in found ? found.closed : []", '[]']],
  ),
  ...faultsIn(
    'state',
    'modules/system/server/notices/announcements.ts',
    ['modules/system/server/notices/announcements.test'],
    [['if (version !== null && version !== stored.version) throw staleVersion();', '']],
  ),
  ...faultsIn(
    'state',
    'modules/system/server/notices/announcement-inbox.ts',
    ['modules/system/server/notices/announcements.test'],
    [['s.user_id = ${userId} and not s.is_read', 'not s.is_read']],
  ),
  ...faultsIn(
    'state',
    'modules/system/server/notices/announcement-draft.ts',
    ['modules/system/server/notices/announcements.test'],
    [
      ["if (draft.audience === 'ALL') Object.assign(draft, nobody);", ''],
      ['endTime <= startTime', 'endTime < startTime'],
    ],
  ),
  ...faultsIn('state', 'modules/base/server/channel-effects.ts', MANUAL, [
    ['and effect = ${effect} and key', 'and key'],
    [' and key = ${key}`', '`'],
  ]),
  ...faultsIn(
    'state',
    'modules/fulfilment/server/packing/labels.ts',
    ['tests/journeys/own-labels'],
    [['  await freeRegistration(tx, row.orderId);\n', '']],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/server/packing/label-reuse.ts',
    ['tests/journeys/own-labels'],
    [["b.status <> 'void' and s.order_id <> all", 's.order_id <> all']],
  ),
  ...faultsIn('state', 'modules/fulfilment/server/packing/registration.ts', MANUAL, [
    ['if (!isManual) await', 'await'],
  ]),
  ...faultsIn(
    'state',
    'kit/server/row-storage.ts',
    ['tests/registers/lines'],
    [
      ['...(isRegister(resource) ? [sql`deleted_at = null`] : []),', ''],
      ['sql`version = t.version + 1`', 'sql`version = t.version`'],
    ],
  ),
];

import { faultsIn, type Mutant } from './mutant.ts';

const SERVER = 'modules/fulfilment/server';
const WALLET = ['tests/journeys/label-refunds', 'tests/journeys/label-wallet'];
const FAULTS = ['tests/journeys/label-refunds', 'tests/journeys/label-faults'];
const TRACKING = ['tests/journeys/label-tracking'];
const STATION = ['tests/journeys/packing-station'];
const WAVES = ['tests/journeys/wave-limits', 'tests/journeys/waves'];
const HANDOVERS = ['tests/journeys/handover-gates', 'tests/journeys/handovers'];
const JOINT = ['tests/journeys/joint-shipments', 'tests/journeys/joint-labels'];
const DESK = ['modules/fulfilment/model/station-desk'];
const UNSHIP = ['tests/journeys/unship'];

/** Faults between an order and the truck: labels and their money, station, waves, hand-over, joint parcels. */
export const FULFILMENT_MUTANTS: readonly Mutant[] = [
  ...faultsIn('state', 'modules/fulfilment/model/station-weigh.ts', DESK, [
    ['Math.abs(weightG - box.plannedG)', '(weightG - box.plannedG)'],
    ['* 100 > box.plannedG * tolerance', '* 100 >= box.plannedG * tolerance'],
    ['weightG !== undefined && weightG <= 0)', 'weightG !== undefined && weightG < 0)'],
    ['size !== undefined && size <= 0', 'size !== undefined && size < 0'],
    ['...measuresOfBox(box), ...measures }', '...measures, ...measuresOfBox(box) }'],
    ['if (fault !== null || reading', 'if (reading'],
  ]),
  ...faultsIn('state', 'modules/fulfilment/model/station-desk.ts', DESK, [
    ['if (desk.stop) return acknowledge(desk, control);', ''],
    [
      "control === 'WB-OK'\n    ? { desk: { ...desk, stop: null",
      "control !== 'WB-UNDO'\n    ? { desk: { ...desk, stop: null",
    ],
    ['desk.choices[Number(text) - 1]', 'desk.choices[Number(text)]'],
    ["scale === null && control === 'WB-SEAL'", 'scale === null'],
    ['if (shipment.holder && !shipment.holder.isMe)', 'if (shipment.holder?.isMe)'],
    ['if (!isPackable(shipment)) return stopped', 'if (box === null) return stopped'],
    ['if (!rules.isWeighed && lackOf', 'if (lackOf'],
    ["status === 'open' && id !== shipment.atHand);\n", "status === 'open');\n"],
    [
      "shipment.status === 'packed' && !needsChannelLabel",
      "shipment.status === 'packed' && needsChannelLabel",
    ],
  ]),
  ...faultsIn('state', 'modules/fulfilment/model/station-scan.ts', DESK, [
    ['cartonNo === null || item.cartonNo === cartonNo', 'true'],
    ['(cartonNo === null && isComponent(box, keys))', 'isComponent(box, keys)'],
    ["box.status === 'open' && box.id !== shipment.atHand", "box.status === 'open'"],
    ['if (others.length > 0 && (!sizes || !weight)) return null;', ''],
    ['isMore: goodsOf(code).cartonNo === null', 'isMore: true'],
  ]),
  ...faultsIn(
    'state',
    'modules/fulfilment/model/scale.ts',
    ['modules/fulfilment/model/scale'],
    [
      ['isStable: !isMoving', 'isStable: true'],
      ["sign === '-' && grams > 0 ? -grams : grams", 'grams'],
      ["if (head.toUpperCase() === 'OL') return 'over';", ''],
      ['if (reading.grams === 0) return', 'if (reading.grams === 1) return'],
      ['!reading.isStable || reading.grams <= 0', 'reading.grams < 0'],
      ['oz: GRAMS_PER_POUND / 16,', 'oz: GRAMS_PER_POUND,'],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/model/tracking.ts',
    ['modules/fulfilment/model/tracking'],
    [
      ['a > b || (a === b', 'a < b || (a === b'],
      ['RANK[event.code] > RANK[known.code]', 'RANK[event.code] < RANK[known.code]'],
      ["if (codes.includes('lost')) return 'lost';", ''],
      ["if (codes.includes('exception')) return 'exception';", ''],
      ['parcels.every((parcel)', 'parcels.some((parcel)'],
      ["code !== 'other') ? 'moving'", "code !== 'lost') ? 'moving'"],
      ["delivered: ['scan', 'deliver'],", "delivered: ['deliver'],"],
      ["moving: ['resume'],", 'moving: [],'],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/model/pick-path.ts',
    ['modules/fulfilment/model/pick-path'],
    [
      ['% 2 === 1 ? 1 : -1', '% 2 === 1 ? -1 : 1'],
      ['sum * 26 + letter', 'sum + letter'],
      ['compareParts(a.level, b.level) ||', 'compareParts(b.level, a.level) ||'],
      ['...items.filter((item) => placeOf(item) === null)', ''],
      ['(zones.get(a.zone) ?? 0) - (zones.get(b.zone) ?? 0) ||\n', ''],
      ['numeric: true', 'numeric: false'],
    ],
  ),
  ...faultsIn('money', `${SERVER}/carriers/label-money.ts`, WALLET, [
    ['const amount = due < held ? due : held;', 'const amount = held;'],
    ['amount: due - held, currency', 'amount: due, currency'],
    ['(cost ?? 0n) < (quotedCost ?? 0n) ? (cost ?? 0n) : (quotedCost ?? 0n)', '(quotedCost ?? 0n)'],
    ['amount: -amount, currency },\n    reason', 'amount, currency },\n    reason'],
    ['await payDueAdjustments(tx, currency);\n}', '}'],
    ['charge.ref.startsWith(OURS) ?', 'charge.ref === OURS ?'],
    ['if (!(await payAdjustment(tx, one))) return;', 'await payAdjustment(tx, one);'],
    ["(charge === 'none' || charge === 'released') && ", "charge === 'none' && "],
    ["label.owner !== 'platform' || label.charge", 'label.charge'],
    [
      "if (label.charge !== 'held' || label.holdId === null) return;\n  await releaseHold",
      'if (label.holdId === null) return;\n  await releaseHold',
    ],
  ]),
  ...faultsIn('state', `${SERVER}/carriers/label-purchase.ts`, FAULTS, [
    [
      'if (isSandbox !== (now.accountEnvironment === ',
      'if (row.id === now.service && isSandbox !== (now.accountEnvironment === ',
    ],
    ["if (now.accountStatus !== 'enabled')", "if (now.accountStatus === 'gone')"],
    [
      "row.class === 'ltl' && now.methodClass === 'parcel'",
      "row.class === 'ltl' && now.methodClass === 'gone'",
    ],
    ['if (now.isRegistering) return registerUnderWay();', ''],
    ['if (now.isBought) return labelBuyingNow();', ''],
    ["await closeHolds(tx, label.orderId, 'walletLow', '面单已买到');", ''],
  ]),
  ...faultsIn('state', `${SERVER}/carriers/label-ends.ts`, FAULTS, [
    ['voidDeadline !== null && voidDeadline < tx.now', 'voidDeadline === null'],
    ['if (!label.isGivenUp) return;\n  await chargeLabel', 'await chargeLabel'],
    ['if (label.isGivenUp) return;\n  const row', 'const row'],
    ["row.labelSource === 'carrier' && !row.leadId && !isGood(row.id)", 'row.id === null'],
    ["isGivenUp ? 'lost' : 'active'", "'active'"],
    ['return live.length > 0 && live.every(', 'return live.every('],
  ]),
  ...faultsIn('time', `${SERVER}/carriers/on-the-way.ts`, TRACKING, [
    ['hours > firstScanHours', 'hours > firstScanHours * 24'],
    ['hours > FOLLOWED_DAYS * 24', 'hours < 0'],
    ['if (!last.some(({ eventKey }) => fresh.has(eventKey))) return;', ''],
    ['least(coalesce(first_scan_at, ${first.at}), ${first.at})', '${first.at}'],
    [
      "and o.status not in ('delivered', 'voided'))",
      "and o.status not in ('voided', 'delivered', 'shipped', 'inTransit'))",
    ],
  ]),
  ...faultsIn('time', `${SERVER}/carriers/track-work.ts`, TRACKING, [
    ['retryAfterMs ?? RETRY_AFTER_MS', 'retryAfterMs ?? 0'],
    ['label.trackedAt.getTime() - OVERLAP_MS', 'label.trackedAt.getTime() + OVERLAP_MS'],
  ]),
  ...faultsIn('time', `${SERVER}/carriers/void-label-work.ts`, FAULTS, [
    ['retryAfterMs ?? RETRY_AFTER_MS', 'retryAfterMs ?? 0'],
    ['!isPassing || attempt.isLast', '!isPassing'],
  ]),
  ...faultsIn('channel', `${SERVER}/buy-once.ts`, FAULTS, [
    ['if (passed < SETTLE_MS)', 'if (passed < 0)'],
    ["attempt.attempt > 1 || attempt.progress['sent'] === true", 'attempt.attempt > 99'],
    ['await attempt.note({ sent: false });', ''],
    ['for (const extra of bought.extra) await connection.voidLabel(extra);', ''],
    ['if (isSent && (attempt.isLast || !isPassing))', 'if (isSent && attempt.isLast)'],
  ]),
  ...faultsIn(
    'permission',
    `${SERVER}/carriers/rate-shop.ts`,
    ['tests/journeys/rate-shop'],
    [
      ['? { tableAmount: null, liveAmount: null, how: null } : {}', '? {} : {}'],
      ['const cheapest = hidesCost ? null : least', 'const cheapest = least'],
      ['platform && !hidesCost', 'platform'],
    ],
  ),
  ...faultsIn('permission', `${SERVER}/station/station-steps.ts`, STATION, [
    ["requirePermission(tx.actor, 'fulfilment:box:measure');", ''],
    ["requirePermission(tx.actor, 'fulfilment:box:reopen');", ''],
    ["requirePermission(tx.actor, 'fulfilment:box:seal');", ''],
    ["requirePermission(tx.actor, 'fulfilment:shipment:print');", ''],
  ]),
  ...faultsIn('state', `${SERVER}/station/station-steps.ts`, STATION, [
    ['if (!isPackable(now)) throw stationOver();', ''],
    ['if (!isOfBox(now, found, code)) throw', 'if (found.id === code) throw'],
    ['value < 1)', 'value < 0)'],
    [
      "found.status !== 'sealed') throw undoLabelled()",
      "found.status === 'open') throw undoLabelled()",
    ],
    ['|| now.holds.length > 0) return {};', ') return {};'],
    ['await refreshFigures(tx, [now.id]);', ''],
    ['one.id === boxId && one.labelKey === labelKey', 'one.id === boxId'],
    ['if (!may(tx.actor, way.permission))', 'if (way.permission === null)'],
  ]),
  ...faultsIn('state', `${SERVER}/station/station-find.ts`, STATION, [
    ["t.environment <> 'sandbox'\n  and o.holds", "t.environment <> 'none'\n  and o.holds"],
    ["and o.holds = '{}' and not exists", 'and not exists'],
    ['h.user_id <> ${tx.actor.userId}::uuid)`', 'h.user_id is null)`'],
    ["when 'urgent' then 0 when 'rush' then 1", "when 'urgent' then 1 when 'rush' then 0"],
    ["t.status <> 'voided' and t.lead_id is null and (", 't.lead_id is null and ('],
    ['order by h.touched_at, t.id limit', 'order by h.touched_at desc, t.id limit'],
  ]),
  ...faultsIn('state', `${SERVER}/waves/wave-candidates.ts`, WAVES, [
    ['if (level) level.free -= qty;', 'if (level) level.free -= 0 * qty;'],
    ['coalesce(v.on_hand, 0) - coalesce(w.qty, 0)', 'coalesce(v.on_hand, 0)'],
    ["if (one.environment === 'sandbox') return '沙箱测试单';", ''],
    ['if (one.warehouseId !== warehouseId) return', 'if (one.id === warehouseId) return'],
    ['own.length > 1 || own[0]?.qty !== 1', 'own[0]?.qty !== 1'],
    ['sum(t.qty - t.qty_short) as qty', 'sum(t.qty) as qty'],
  ]),
  ...faultsIn('state', `${SERVER}/waves/make-waves.ts`, WAVES, [
    ['Math.min(mostPerWave, cartSlots)', 'mostPerWave'],
    ['last.length + joint.length <= most', 'last.length + joint.length < most'],
    ['if (said.assignee) await requirePicker(tx, said.assignee);', ''],
  ]),
  ...faultsIn('state', `${SERVER}/waves/pick-tasks.ts`, WAVES, [
    ['row.waveId !== waveId || row.by !== tx.actor.username', 'row.waveId !== waveId'],
    [
      'if (other && sumOf(tasks, openOf) > 0) throw',
      'if (other && sumOf(tasks, openOf) > 99) throw',
    ],
    [
      '(b.shipBy?.getTime() ?? Infinity) - (a.shipBy?.getTime() ?? Infinity)',
      '(a.shipBy?.getTime() ?? Infinity) - (b.shipBy?.getTime() ?? Infinity)',
    ],
    ['found: [1, -1],', 'found: [1, 0],'],
    ["if (first.kind !== 'pick') await followShorts(tx, ordersOf(last), '已撤回');", ''],
    ['said.qty > sumOf(tasks, ({ qtyShort }) => qtyShort)', 'said.qty > 99'],
    ['and l.undone_at is null\n', '\n'],
  ]),
  ...faultsIn('state', `${SERVER}/waves/leave-waves.ts`, WAVES, [
    ['const kept = Math.min(qtyPicked, wanted);', 'const kept = qtyPicked;'],
    ['const short = Math.min(qtyShort, wanted - kept);', 'const short = qtyShort;'],
    ['qty_back = qty_back + qty_picked, holder = null', 'holder = null'],
  ]),
  ...faultsIn('state', `${SERVER}/waves/short-holds.ts`, WAVES, [
    ['and starts_with(detail, ${NOT_FOUND}) order', 'order'],
  ]),
  ...faultsIn('state', `${SERVER}/waves/waves.ts`, WAVES, [
    ['.filter(({ isShort }) => !isShort)', ''],
  ]),
  ...faultsIn('state', `${SERVER}/waves/wave-progress.ts`, WAVES, [
    ["row.status === 'picked' && row.open > 0", "row.status === 'picked' && row.open > 99"],
  ]),
  ...faultsIn('state', `${SERVER}/handover/handover-boxes.ts`, HANDOVERS, [
    ["if (one.environment === 'sandbox') throw boxSandbox({ boxNo });", ''],
    ['row.shipMethodId && one.shipMethodId !== row.shipMethodId', 'row.id === one.id'],
    ["one.status !== 'labelled' && one.status !== 'shipped'", "one.status === 'void'"],
    ['if (other) throw boxOnOther', 'if (other?.id === one.id) throw boxOnOther'],
    ["and h.status in ('closing', 'closed')", "and h.status = 'closed'"],
    ['found.filter(({ shipmentId }) => !taken.has(shipmentId))', 'found'],
    ['row.boxCount + boxes.length > MOST_HANDED', 'row.boxCount + boxes.length < 0'],
  ]),
  ...faultsIn('state', `${SERVER}/handover/handovers.ts`, HANDOVERS, [
    ['if (handed !== dayIn(tx.now, zone)) refusals', "if (handed === '') refusals"],
    ['else if (twin) refusals', "else if (twin?.handoverNo === '') refusals"],
    ['day < today || day > addDays(today, MOST_AHEAD)', 'day > addDays(today, MOST_AHEAD)'],
    ['day > addDays(today, MOST_AHEAD)', 'day >= addDays(today, MOST_AHEAD)'],
  ]),
  ...faultsIn('permission', `${SERVER}/handover/hand-over.ts`, HANDOVERS, [
    ['if (toShip.length > 0) requirePermission(tx.actor, shipShipment.permission);', ''],
  ]),
  ...faultsIn('state', `${SERVER}/handover/hand-over.ts`, HANDOVERS, [
    ['points < LEAST_POINTS ? null', 'points < 0 ? null'],
    ["if (isClosed) await showHandover(tx, stay, null, 'none');", ''],
  ]),
  ...faultsIn('state', `${SERVER}/joint/join-plan.ts`, JOINT, [
    [
      'one.accountId, one.environment, one.currency, one.addressHash',
      'one.environment, one.currency, one.addressHash',
    ],
    [
      'one.accountId, one.environment, one.currency, one.addressHash',
      'one.accountId, one.environment, one.addressHash',
    ],
    [
      'one.accountId, one.environment, one.currency, one.addressHash',
      'one.accountId, one.currency, one.addressHash',
    ],
    ['...[one.warehouseId, one.shipMethodId]', '...[one.warehouseId]'],
    ['if (one.holds.length > 0) return', 'if (one.holds.length > 9) return'],
    ['return one.warehouses === 1 ? null', 'return one.warehouses > 0 ? null'],
  ]),
  ...faultsIn('permission', `${SERVER}/joint/join-shipments.ts`, JOINT, [
    ["requirePermission(tx.actor, 'orders:salesOrder:start');", ''],
    ["requirePermission(call.actor, 'orders:salesOrder:list');", ''],
  ]),
  ...faultsIn('state', `${SERVER}/joint/join-shipments.ts`, JOINT, [
    ['Math.max(...drafts.map', 'Math.min(...drafts.map'],
    [
      'orderIds.indexOf(a.orderId) - orderIds.indexOf(b.orderId)',
      'orderIds.indexOf(b.orderId) - orderIds.indexOf(a.orderId)',
    ],
  ]),
  ...faultsIn('state', `${SERVER}/joint/joint-labels.ts`, JOINT, [
    ["and s.order_type not in ('manual', 'replacement')`", '`'],
    ['.find(([, of]) => of.size > 1)', '.find(([, of]) => of.size > 2)'],
  ]),
  ...faultsIn('state', `${SERVER}/joint/take-apart.ts`, JOINT, [
    ["lead?.status === 'labelled' && !isVoiding", 'false'],
  ]),
  ...faultsIn('state', `${SERVER}/unship.ts`, UNSHIP, [
    [
      "if (row.noticeStatus === 'ok' || row.noticeStatus === 'manual') return true;",
      "if (row.noticeStatus === 'ok') return true;",
    ],
    ["else if (!['shipped', 'partial'].includes(state))", "else if (state === '')"],
    ['cogs: -(costs.get', 'cogs: (costs.get'],
    ["and stage = 'shipped'`;\n", '`;\n'],
    ["...(others.at ? {} : { shipSync: 'none' }),", ''],
    ['tx.now.getTime() - at > HOURS_TO_UNSHIP', 'tx.now.getTime() - at > 24 * HOURS_TO_UNSHIP'],
  ]),
];

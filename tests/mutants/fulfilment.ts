import { faultsIn, type Mutant } from './mutant.ts';

const REFUNDS = ['tests/journeys/label-refunds'];
const RATES = ['tests/journeys/rate-shop'];
const STATION = ['tests/journeys/station-rights'];
const WAVES = ['tests/journeys/wave-limits'];
const HANDOVERS = ['tests/journeys/handover-gates'];

/** Faults between an order and the truck: labels and their money, station, waves, hand-over. */
export const FULFILMENT_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'state',
    'modules/fulfilment/model/station-weigh.ts',
    ['modules/fulfilment/model/station-desk'],
    [
      ['Math.abs(weightG - box.plannedG)', '(weightG - box.plannedG)'],
      ['* 100 > box.plannedG * tolerance', '* 100 >= box.plannedG * tolerance'],
      ['weightG !== undefined && weightG <= 0)', 'weightG !== undefined && weightG < 0)'],
      ['size !== undefined && size <= 0', 'size !== undefined && size < 0'],
      ['...measuresOfBox(box), ...measures }', '...measures, ...measuresOfBox(box) }'],
      ['if (fault !== null || reading', 'if (reading'],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/model/station-desk.ts',
    ['modules/fulfilment/model/station-desk'],
    [
      ['if (desk.stop) return acknowledge(desk, control);', ''],
      ["control === 'WB-OK' ? { desk: { ...desk, stop: null", "control !== 'WB-UNDO' ? { desk: { ...desk, stop: null"],
      ['desk.choices[Number(text) - 1]', 'desk.choices[Number(text)]'],
      ["scale === null && control === 'WB-SEAL'", 'scale === null'],
      ['if (shipment.holder && !shipment.holder.isMe)', 'if (shipment.holder?.isMe)'],
      ['if (!isPackable(shipment)) return stopped', 'if (box === null) return stopped'],
      ['if (!rules.isWeighed && lackOf', 'if (lackOf'],
      ["status === 'open' && id !== shipment.atHand);\n", "status === 'open');\n"],
      ["shipment.status === 'packed' && !needsChannelLabel", "shipment.status === 'packed' && needsChannelLabel"],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/model/station-scan.ts',
    ['modules/fulfilment/model/station-desk'],
    [
      ['cartonNo === null || item.cartonNo === cartonNo', 'true'],
      ['(cartonNo === null && isComponent(box, keys))', 'isComponent(box, keys)'],
      ["box.status === 'open' && box.id !== shipment.atHand", "box.status === 'open'"],
      ['if (others.length > 0 && (!sizes || !weight)) return null;', ''],
      ['isMore: goodsOf(code).cartonNo === null', 'isMore: true'],
    ],
  ),
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
  ...faultsIn('money', 'modules/fulfilment/server/carriers/label-money.ts', REFUNDS, [
    ['(cost ?? 0n) < (quotedCost ?? 0n) ? (cost ?? 0n) : (quotedCost ?? 0n)', '(quotedCost ?? 0n)'],
    ['await payDueAdjustments(tx, currency);\n}', '}'],
    ['charge.ref.startsWith(OURS) ?', 'charge.ref === OURS ?'],
    ['if (!(await payAdjustment(tx, one))) return;', 'await payAdjustment(tx, one);'],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/carriers/label-purchase.ts', RATES, [
    ["row.class === 'ltl' && now.methodClass === 'parcel'", "row.class === 'ltl' && now.methodClass === 'gone'"],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/carriers/label-ends.ts', REFUNDS, [
    ['if (!label.isGivenUp) return;\n  await chargeLabel', 'await chargeLabel'],
    ["isGivenUp ? 'lost' : 'active'", "'active'"],
  ]),
  ...faultsIn('permission', 'modules/fulfilment/server/carriers/rate-shop.ts', RATES, [
    ['? { tableAmount: null, liveAmount: null, how: null } : {}', '? {} : {}'],
    ['const cheapest = hidesCost ? null : least', 'const cheapest = least'],
    ['platform && !hidesCost', 'platform'],
  ]),
  ...faultsIn('permission', 'modules/fulfilment/server/station/station-steps.ts', STATION, [
    ["requirePermission(tx.actor, 'fulfilment:box:measure');", ''],
    ["requirePermission(tx.actor, 'fulfilment:box:reopen');", ''],
    ["requirePermission(tx.actor, 'fulfilment:box:seal');", ''],
    ["requirePermission(tx.actor, 'fulfilment:shipment:print');", ''],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/station/station-steps.ts', STATION, [
    ['|| now.holds.length > 0) return {};', ') return {};'],
    ['one.id === boxId && one.labelKey === labelKey', 'one.id === boxId'],
    ['if (!may(tx.actor, way.permission))', 'if (way.permission === null)'],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/waves/wave-candidates.ts', WAVES, [
    ['if (level) level.free -= qty;', 'if (level) level.free -= 0 * qty;'],
    ['coalesce(v.on_hand, 0) - coalesce(w.qty, 0)', 'coalesce(v.on_hand, 0)'],
    ["if (one.environment === 'sandbox') return '沙箱测试单';", ''],
    ['if (one.warehouseId !== warehouseId) return', 'if (one.id === warehouseId) return'],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/waves/make-waves.ts', WAVES, [
    ['Math.min(mostPerWave, cartSlots)', 'mostPerWave'],
    ['last.length + joint.length <= most', 'last.length + joint.length < most'],
    ['if (answers.assignee) await requirePicker(tx, answers.assignee);', ''],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/waves/pick-tasks.ts', WAVES, [
    ['row.waveId !== waveId || row.by !== tx.actor.username', 'row.waveId !== waveId'],
    ["if (first.kind !== 'pick') await followShorts(tx, ordersOf(last), '已撤回');", ''],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/waves/leave-waves.ts', WAVES, [
    ['const short = Math.min(qtyShort, wanted - stored);', 'const short = qtyShort;'],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/waves/waves.ts', WAVES, [['.filter(({ isShort }) => !isShort)', '']]),
  ...faultsIn('state', 'modules/fulfilment/server/waves/wave-progress.ts', WAVES, [
    ["row.status === 'picked' && row.open > 0", "row.status === 'picked' && row.open > 99"],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/handover/handover-boxes.ts', HANDOVERS, [
    ["if (one.environment === 'sandbox') throw boxSandbox({ boxNo });", ''],
    ['row.shipMethodId && one.shipMethodId !== row.shipMethodId', 'row.id === one.id'],
    ["one.status !== 'labelled' && one.status !== 'shipped'", "one.status === 'void'"],
    ['if (other) throw boxOnOther', 'if (other?.id === one.id) throw boxOnOther'],
    ["and h.status in ('closing', 'closed')", "and h.status = 'closed'"],
    ['found.filter(({ shipmentId }) => !taken.has(shipmentId))', 'found'],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/handover/handovers.ts', HANDOVERS, [
    ['if (handed !== dayIn(tx.now, zone)) refusals', "if (handed === '') refusals"],
    ['else if (twin) refusals', "else if (twin?.handoverNo === '') refusals"],
    ['day < today || day > addDays(today, MOST_AHEAD)', 'day > addDays(today, MOST_AHEAD)'],
    ['day > addDays(today, MOST_AHEAD)', 'day >= addDays(today, MOST_AHEAD)'],
  ]),
  ...faultsIn('permission', 'modules/fulfilment/server/handover/hand-over.ts', HANDOVERS, [
    ['if (toShip.length > 0) requirePermission(tx.actor, shipShipment.permission);', ''],
  ]),
  ...faultsIn('state', 'modules/fulfilment/server/handover/hand-over.ts', HANDOVERS, [
    ['points < LEAST_POINTS ? null', 'points < 0 ? null'],
  ]),
];

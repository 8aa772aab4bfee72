import { faultsIn, type Mutant } from './mutant.ts';

const SWIFT = ['connectors/swift/odd-answers'];
const PARCELS = ['tests/journeys/label-parcels'];
const WAY = 'modules/fulfilment/server/carriers/on-the-way.ts';
const NUMBERS = ['kit/model/tracking-number'];

/** Faults in labels of carriers, in numbers as people and scanners read them, and in what comes back under them. */
export const PARCEL_MUTANTS: readonly Mutant[] = [
  ...faultsIn('channel', 'connectors/swift/labels.ts', SWIFT, [
    ["const status = textOf(answer['status'])?.toLowerCase()", "const status = textOf(answer['status'])"],
    ["if (error instanceof SwiftRefusal && error.kind === 'gone') return {};", ''],
  ]),
  ...faultsIn('channel', 'connectors/swift/label-answer.ts', SWIFT, [
    ['id !== labelId && live.includes(row)', 'id !== labelId'],
  ]),
  ...faultsIn('channel', 'connectors/swift/wire-money.ts', SWIFT, [
    ['exponentOf(currency)', '2'],
    ["if (minor < 0n) throw new WireValueError(field, '小于 0');", ''],
  ]),
  ...faultsIn('channel', WAY, PARCELS, [
    ['troubles.find(isFresh) ?? troubles[0]', 'troubles[0]'],
    ['b.getTime() - a.getTime()', 'a.getTime() - b.getTime()'],
    ['and at between ${from} and ${to}', 'and at >= ${from}'],
    ['and at between ${from} and ${to}', 'and at <= ${to}'],
  ]),
  ...faultsIn(
    'time',
    WAY,
    ['tests/journeys/label-tracking'],
    [["status === 'lost' ? Math.max(trackMinutes, LOST_MINUTES) : trackMinutes", 'trackMinutes']],
  ),
  ...faultsIn('time', 'modules/fulfilment/server/carriers/track-work.ts', PARCELS, [
    ['Math.min(newest.getTime(), trackedAt.getTime())', 'newest.getTime()'],
  ]),
  ...faultsIn(
    'channel',
    'modules/fulfilment/server/carriers/label-claim.ts',
    ['tests/journeys/label-claims'],
    [[' and carrier_account_id = ${carrierAccountId}::uuid', '']],
  ),
  ...faultsIn(
    'money',
    'modules/fulfilment/server/carriers/label-money.ts',
    ['tests/journeys/label-wallet'],
    [['amount: due - held', 'amount: due']],
  ),
  ...faultsIn(
    'state',
    'modules/desk/server/tasks.ts',
    ['tests/journeys/return-labels'],
    [
      ["d.status = 'dead'\n      and d.handler = ${buyReturnLabelJob.name}", 'd.handler = ${buyReturnLabelJob.name}'],
      [
        "${buyReturnLabelJob.name} and l.status = 'requested' and l.owner = 'own'",
        "${buyReturnLabelJob.name} and l.status = 'requested'",
      ],
    ],
  ),
  ...faultsIn(
    'stock',
    'modules/aftersales/server/desk/find-parcel.ts',
    ['tests/journeys/joint-shipments'],
    [['b.shipment_id in (s.id, s.lead_id)', 'b.shipment_id = s.id']],
  ),
  ...faultsIn(
    'state',
    'modules/aftersales/server/parts/ship-parts.ts',
    ['tests/journeys/part-orders'],
    [[' and o.address_hash <> own.address_hash', '']],
  ),
  ...faultsIn(
    'channel',
    'modules/orders/server/decide-change.ts',
    ['tests/channels/changed-destination'],
    [
      [
        "pick(pending.get(row.id) ?? [], chosenIds(answers.items));\n      await decide(tx, items, 'rejected'",
        "(pending.get(row.id) ?? []).filter(({ id }) => chosenIds(answers.items)?.includes(id) ?? true);\n      await decide(tx, items, 'rejected'",
      ],
    ],
  ),
  ...faultsIn('channel', 'kit/model/tracking-number.ts', NUMBERS, [
    ['[8, 9, 12, 13]', '[8, 9]'],
    ['number.length >= LEAST', 'number.length > LEAST'],
    ['keys.indexOf(keys[at] as string) < at', 'keys.indexOf(keys[at] as string) < at - 1'],
  ]),
  ...faultsIn(
    'channel',
    'kit/server/query/numbers.ts',
    ['tests/contract/many-numbers'],
    [['${keys.map(bareKey)}::text[]', '${keys}::text[]']],
  ),
  ...faultsIn(
    'permission',
    'kit/server/query/conditions.ts',
    ['tests/attacks/list-queries'],
    [["name === meant && typeof value === 'string'", 'name === meant']],
  ),
];

import { faultsIn, type Mutant } from './mutant.ts';

const CLAIMS = ['tests/journeys/claims'];
const CREDITS = ['tests/journeys/credit-limits', 'tests/journeys/returns'];

/**
 * Faults that the first case of a thing does not show: the second line, claim or event, another currency, zone
 * or warehouse, one condition of a statement.
 */
export const SECOND_CASE_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'money',
    'modules/aftersales/server/returns/credit-limits.ts',
    ['modules/aftersales/server/returns/credit-limits.test'],
    [
      ["taken.set(line.orderLineId ?? '', before + amount);", 'taken.set(line.id, amount);'],
      ['amount <= most && amount <= free', 'amount <= free'],
    ],
  ),
  ...faultsIn('money', 'modules/aftersales/server/returns/accepted-units.ts', CREDITS, [
    ['add(taken, ordered.id, qtyAccepted);', ''],
    ['line.qtyGood + line.qtyDamaged);', '0);'],
  ]),
  ...faultsIn('money', 'modules/aftersales/server/returns/reverse-credit.ts', CREDITS, [
    ['back.creditTotal - row.total', 'back.creditTotal - row.baseTotal'],
    ['credit: -row.baseTotal', 'credit: -row.total'],
  ]),
  ...faultsIn(
    'money',
    'modules/inventory/server/landed-value.ts',
    ['tests/journeys/base-currency', 'tests/journeys/landed-cost'],
    [['10 ** exponentOf(await baseCurrency(tx))', '100']],
  ),
  ...faultsIn(
    'money',
    'modules/purchasing/server/landed-weights.ts',
    ['tests/journeys/landed-cost'],
    [
      ['BigInt(one.unitsPerCarton)', '1n'],
      ['(areAllFree || !isFree(one))', 'areAllFree'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/ledger/server/post-entries.ts',
    ['modules/ledger/server/ledger.test'],
    [['toWireTime(tx.now, tx.actor.zone)', "toWireTime(tx.now, 'UTC')"]],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/server/waves/short-holds.ts',
    ['tests/journeys/waves', 'tests/journeys/wave-limits'],
    [['      and starts_with(detail, ${NOT_FOUND}) order by', '      order by']],
  ),
  ...faultsIn(
    'stock',
    'modules/inventory/server/transfer-loss.ts',
    ['tests/journeys/stock-transfer'],
    [
      ["warehousesOfOthers(tx, rows, 'toWarehouseId')", "warehousesOfOthers(tx, rows, 'fromWarehouseId')"],
      ['warehouseId: row.toWarehouseId,\n          skuId', 'warehouseId: row.fromWarehouseId,\n          skuId'],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/automation/server/reactions.ts',
    ['tests/journeys/automation-rules', 'tests/journeys/rules-beyond'],
    [
      [
        'if (isRuleActor(tx.actor) || !(await hasLiveRules(tx, trigger))) return;',
        'if (!(await hasLiveRules(tx, trigger))) return;',
      ],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/wayfair/cancellations.ts',
    ['connectors/wayfair/odd-answers'],
    [["if (result?.['status'] === 'SUCCESS')", "if (!result || result['status'] === 'SUCCESS')"]],
  ),
  ...faultsIn(
    'channel',
    'connectors/wayfair/register.ts',
    ['connectors/wayfair/odd-answers'],
    [['return timeOf(b) - timeOf(a);', 'return timeOf(a) - timeOf(b);']],
  ),
  ...faultsIn(
    'channel',
    'connectors/shared/oauth-tokens.ts',
    ['connectors/shared/oauth-tokens.test'],
    [
      ['audience, clientId, digest]', 'audience, clientId]'],
      ['if (held.get(key)?.token === token) held.delete(key);', 'held.delete(key);'],
    ],
  ),
  ...faultsIn(
    'state',
    'kit/web/bulk/bulk-run.ts',
    ['kit/web/bulk/bulk-run.test'],
    [
      ['key: `${key}:${at}`', 'key'],
      ['rows.slice(done.length)', 'rows.slice(done.length + 1)'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/aftersales/server/returns/expire-returns.ts',
    ['tests/journeys/returns', 'tests/journeys/return-desk'],
    [['and c.undone_at is null and c.taken_at is null', 'and c.taken_at is null']],
  ),
  ...faultsIn('state', 'modules/aftersales/server/claims/claim-sources.ts', CLAIMS, [
    ['and party = ${party} and status in', 'and status in'],
    ['l.qty_damaged + l.qty_wrong + l.qty_missing as qty', 'l.qty_damaged + l.qty_missing as qty'],
    ["row.status === 'lost' ? tx.now : (row.at ?? tx.now)", 'tx.now'],
    ['sum(l.qty)::integer as qty, round(avg', 'max(l.qty)::integer as qty, round(avg'],
    ["row.status === 'lost' && !row.claimNote", "row.status === 'lost'"],
  ]),
  ...faultsIn('money', 'modules/aftersales/server/claims/claim-moves.ts', CLAIMS, [
    ['{ paidTotal: row.paidTotal + amount }', '{ paidTotal: amount }'],
    ['not is_reversed order by id desc limit 1', 'not is_reversed order by id limit 1'],
    ['addDays(answerBy, -days.remindDays)', 'answerBy'],
    ['(day < row.incidentOn)', '(day < row.incidentOn.slice(0, 7))'],
    ["paidTotal > 0n ? 'part_paid' : 'submitted'", "'submitted'"],
    ["convertAmount(amount, fxRate, row.currency, base, 'amount')", 'amount'],
  ]),
  ...faultsIn('state', 'modules/aftersales/server/claims/claim-terms.ts', CLAIMS, [
    ['order by carrier_code nulls last', 'order by carrier_code nulls first'],
    ['and id::text <> ${id}', ''],
    ['supplier_id nulls last limit 1', 'supplier_id nulls first limit 1'],
    ['upper(carrier_code) = upper(${carrierCode})', 'carrier_code = ${carrierCode}'],
  ]),
  ...faultsIn(
    'money',
    'modules/aftersales/server/returns/refurbish-return.ts',
    ['tests/journeys/returned-bundles'],
    [['BigInt(scrapped * perUnit)', 'BigInt(scrapped)']],
  ),
  ...faultsIn('money', 'modules/aftersales/server/returns/refurbish-return.ts', CREDITS, [
    ['row.disposalApprovedBy === ALONE ? row.disposalValue + whileMended : whileMended', 'whileMended'],
    ['isMaker || !may(tx.actor, AGREEING)', 'isMaker'],
  ]),
  ...faultsIn('money', 'kit/model/lines-question.ts', CREDITS, [['if (units > open) {', 'if (units > open + 1) {']]),
  ...faultsIn(
    'stock',
    'modules/inventory/server/share-safety.ts',
    ['tests/journeys/restock', 'tests/registers/stock-places'],
    [
      ["w.type not in ('transit', 'supplier')", "w.type not in ('transit')"],
      ["w.status = 'enabled' and w.type", 'w.type'],
      ["case when s.deleted_at is null and p.status <> 'discontinued' then", 'case when s.deleted_at is null then'],
    ],
  ),
  ...faultsIn(
    'stock',
    'modules/purchasing/server/restock.ts',
    ['tests/journeys/restock'],
    [
      ["w.type not in ('transit', 'supplier')", "w.type not in ('transit')"],
      ["and w.status = 'enabled'", ''],
      ["and p.status <> 'discontinued'", ''],
    ],
  ),
  ...faultsIn(
    'state',
    'modules/fulfilment/server/joint/join-shipments.ts',
    ['tests/journeys/joint-shipments'],
    [['RANK[Math.max(', 'RANK[Math.min(']],
  ),
  ...faultsIn(
    'stock',
    'modules/fulfilment/server/waves/wave-candidates.ts',
    ['tests/journeys/waves', 'tests/journeys/wave-limits'],
    [['sum(t.qty - t.qty_short) as qty', 'sum(t.qty) as qty']],
  ),
  ...faultsIn(
    'permission',
    'modules/system/server/data-rules/rules-of.ts',
    ['modules/system/server/data-rules'],
    [["status === '1' && ruleColumn && ruleCondition", 'ruleColumn && ruleCondition']],
  ),
  ...faultsIn(
    'state',
    'ui/upload/upload-list.ts',
    ['ui/upload/upload-list.test'],
    [
      [
        "this.entries.filter(({ status }) => status !== 'done')]",
        "this.entries.filter(({ status }) => status === 'error')]",
      ],
      [
        "this.entries.filter(({ status }) => status !== 'done')]",
        "this.entries.filter(({ status }) => status === 'uploading')]",
      ],
    ],
  ),
  ...faultsIn(
    'state',
    'ui/grid/received-cells.ts',
    ['ui/grid/received-cells.test'],
    [
      ['told <= known', 'told < known'],
      ['if (isWhole && isNumber(version)', 'if (isNumber(version)'],
    ],
  ),
  ...faultsIn(
    'state',
    'kit/web/list/arranged-columns.ts',
    ['kit/web/list/arranged-columns.test'],
    [
      ['before ? placed.indexOf(before) + 1 : 0', 'before ? placed.indexOf(before) + 1 : placed.length'],
      ['find((one) => one.isName && !one.hiddenByDefault)', 'find((one) => one.isName)'],
      ['isName || (choice?.isShown ?? !column.hiddenByDefault)', 'isName || (choice?.isShown ?? true)'],
    ],
  ),
];

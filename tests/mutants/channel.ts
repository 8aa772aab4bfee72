import { faultsIn, type Mutant } from './mutant.ts';

/** Faults in what a channel is sent and in how its answers are read. */
export const CHANNEL_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'channel',
    'modules/channels/model/feed-guard.ts',
    ['modules/channels/model/feed-guard'],
    [
      ['toZero >= policy.zeroItems', 'toZero > policy.zeroItems'],
      ['toZero * 100 > policy.zeroPct', 'toZero * 100 >= policy.zeroPct'],
      ['(before - after) * 100 > policy.dropPct', '(before - after) * 100 >= policy.dropPct'],
      ['(before - after) * 100', '(after - before) * 100'],
      ['row.previous > 0 && row.next === 0', 'row.next === 0'],
      ['drifting.length > 0', 'drifting.length > 1'],
    ],
  ),
  ...faultsIn(
    'channel',
    'modules/channels/model/channel-quantity.ts',
    ['modules/channels/model/channel-quantity'],
    [
      ['Math.floor((units * percent) / 100)', 'Math.ceil((units * percent) / 100)'],
      ['share(Math.max(0, source.available), ', 'share(source.available, '],
      ['stock - rule.safetyQty', 'stock'],
      ['shown < rule.minShow', 'shown <= rule.minShow'],
      ['Math.min(shown, rule.maxQty)', 'Math.max(shown, rule.maxQty)'],
      ["stopped !== null || rule.mode === 'zero'", "rule.mode === 'zero'"],
      [
        'Number(a.skuId === null) - Number(b.skuId === null)',
        'Number(b.skuId === null) - Number(a.skuId === null)',
      ],
      ['a.priority - b.priority', 'b.priority - a.priority'],
    ],
  ),
  ...faultsIn(
    'channel',
    'modules/channels/model/sku-mapping.ts',
    ['modules/channels/model/sku-mapping'],
    [
      ["digits.padStart(13, '0')", 'digits'],
      ['    byUpc(subject, candidates) ??\n', ''],
      ["`UPC 一致：${first.upc ?? ''}`, true", "`UPC 一致：${first.upc ?? ''}`, false"],
      [
        'Math.min(TITLE_CEILING, percent), why, false',
        'Math.min(TITLE_CEILING, percent), why, true',
      ],
      ['const TITLE_THRESHOLD = 0.5;', 'const TITLE_THRESHOLD = 0.05;'],
      ["if (wanted === '') return null;", ''],
    ],
  ),
  ...faultsIn(
    'channel',
    'modules/channels/server/breaker.ts',
    ['tests/queue/breaker'],
    [
      ['failures < OPEN_AFTER', 'failures <= OPEN_AFTER'],
      ['FIRST_REST_MS * 2 ** (failures - OPEN_AFTER)', 'FIRST_REST_MS'],
      ['Math.min(LONGEST_REST_MS, ', 'Math.max(LONGEST_REST_MS, '],
      [
        'await tx.run`delete from breaker where tenant_id = ${tx.tenant} and key = ${keyOf(accountId)}`;',
        '',
      ],
      ['`channel:${accountId}`', '`channel:`'],
    ],
  ),
  ...faultsIn(
    'channel',
    'modules/orders/model/told-order.ts',
    ['modules/orders/model/told-order'],
    [
      ['line.isCancelled || line.isGone ? 0 : line.qty', 'line.isGone ? 0 : line.qty'],
      ['one.channelSku === line.channelSku && ', ''],
      ["note('unitPrice', old.unitPrice, line.unitPrice, line);", ''],
      ['  carrierCode: true,\n} satisfies', '} satisfies'],
      ['  postalCode: true,\n', ''],
      ['if (plainPart(old) !== plainPart(now)) ', 'if (old !== now) '],
      ['      line.unitPrice === old.unitPrice &&\n', ''],
      ['    (line, old) => !old.isGone && line.unitPrice === old.unitPrice,\n', ''],
      ['new Set(before.map(({ key }) => key))', 'new Set<string>()'],
      ["note('channelItemId', old.channelItemId, line.channelItemId, line);", ''],
      ["note('estShipDate', old.estShipDate, line.estShipDate, line);", ''],
      ['!/^line\\d+\\./.test(name)', 'true'],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/wayfair/accept.ts',
    ['connectors/wayfair/accept.test'],
    [
      ['taken < request.lines.length ? open : transaction.errors', 'open'],
      ['`${line.unitPrice} ${line.channelSku}`', 'line.channelSku'],
      ["outcome.status !== 'refused' || transaction.isCut", "outcome.status !== 'refused'"],
      ['Math.max(...group', 'Math.min(...group'],
      [
        'if (await isListed(client, channelOrderNo, false)) return',
        'if (channelOrderNo === null) return',
      ],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/wayfair/inventory.ts',
    ['connectors/wayfair/stock.test'],
    [
      ['Math.max(0, Math.floor(item.qty))', 'Math.max(0, Math.ceil(item.qty))'],
      ['read.row.channelWarehouseCode === code', 'code !== null'],
      ['isCut && refused.size < items.length', 'isCut && false'],
      ['if (key === channelSku) return true;', 'if (key.endsWith(channelSku)) return true;'],
      ['rows.length === 0 || found', 'rows.length < READ_BATCH || found'],
      ["=== 'COMPLETE' || transaction.status === 'ERROR'", "=== 'COMPLETE'"],
      ['discontinued: item.discontinued,\n        })),', 'discontinued: false,\n        })),'],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/wayfair/dialect.ts',
    ['connectors/wayfair/dialect'],
    [
      [
        "if (category === 'PERMISSION_DENIED') return 'denied';",
        "if (category === 'PERMISSION_DENIED') return 'auth';",
      ],
      ["WORDED_REFUSAL.test(message) ? 'refused' : 'other'", "'other'"],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/shared/graphql-envelope.ts',
    ['connectors/wayfair/dialect'],
    [
      [
        "first.kind === 'refused' && !(effect === 'write' && isPresent(value))",
        "first.kind === 'refused'",
      ],
      ["value === null && effect === 'read'", 'value === null'],
      ['wireErrors.filter(isPresent).map', 'wireErrors.map'],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/wayfair/pull-orders.ts',
    ['connectors/wayfair/pull-orders'],
    [
      ['!(isDenied && !DECISIVE.has(path.at(-1)))', '!isDenied'],
      ['left.length === open.length', 'left.length > 0'],
      ['Math.min(newest, startOfRescan(client))', 'newest'],
      ['if (!isQueue) mapped.orders = mapped.orders.map(asAnswered);', ''],
    ],
  ),
  ...faultsIn(
    'channel',
    'modules/orders/model/allocate.ts',
    ['modules/orders/model/allocate'],
    [
      ['a.priority - b.priority ||', 'b.priority - a.priority ||'],
      ['a.warehouseId < b.warehouseId ? -1 : 1', 'a.warehouseId < b.warehouseId ? 1 : -1'],
      ['pin && !policy.allowSplit ? (pinned ? [pinned] : []) : candidates', 'candidates'],
      [
        "policy.strategy === 'pinned' ? policy.pinnedWarehouseId : null",
        'policy.pinnedWarehouseId',
      ],
      ['(sums.get(line.skuId) ?? 0) + line.qty', 'line.qty'],
      ['?? 0) >= qty)', '?? 0) > qty)'],
      ['stockOf(warehouse) - qty);', 'stockOf(warehouse));'],
      ['if (wanted > 0) return null;', ''],
      ['whole ? [whole] : warehouses', 'warehouses'],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/shared/dated-pages.ts',
    ['connectors/shared/dated-pages'],
    [
      ['held: position.held ?? position.from,', 'held: position.from,'],
      ['limit: limits.base, seen: shownAgain }', 'seen: shownAgain }'],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/shared/graphql-client.ts',
    ['connectors/wayfair/odd-answers'],
    [
      ['answer.status < 400 || hasErrors(value)', 'answer.status < 400'],
      ['  if (isTokenRefused(text)) {', '  if (text === null) {'],
    ],
  ),
  ...faultsIn(
    'channel',
    'connectors/shared/fetch-file.ts',
    ['connectors/wayfair/documents'],
    [['[400, 401, 403, 404, 410]', '[401, 403, 404, 410]']],
  ),
  ...faultsIn(
    'channel',
    'connectors/shared/settings-reader.ts',
    ['connectors/wayfair/connection-test'],
    [['value >= min && value <= max', 'value >= min && value < max']],
  ),
  ...faultsIn(
    'channel',
    'modules/channels/server/channel-offers.ts',
    ['tests/channels/capabilities'],
    [['.filter(({ orderType }) => !isManualOrder(orderType))', '']],
  ),
  ...faultsIn(
    'channel',
    'modules/channels/server/account-routes.ts',
    ['tests/channels/feed-trigger'],
    [
      ["requestPull(tx, shop.accountId, 'manual')", "requestPull(tx, shop.accountId, 'schedule')"],
      ['const askedBy = tx.actor.username;', 'const askedBy = null;'],
    ],
  ),
  ...faultsIn(
    'channel',
    'modules/channels/server/due-pulls.ts',
    ['tests/channels/feed-trigger'],
    [["trigger: 'schedule'", "trigger: 'manual'"]],
  ),
  ...faultsIn(
    'channel',
    'modules/base/server/account-policy.ts',
    ['tests/channels/warehouses'],
    [
      ["c.status = 'enabled' and ", ''],
      [" and w.status = 'enabled'", ''],
    ],
  ),
];

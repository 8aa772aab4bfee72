/** Modules whose documents move neither goods nor money of this walk, or join it later, and why. */
export const EXCUSED_MODULES: Readonly<Record<string, string>> = {
  automation: 'rules act by the moves of orders that are walked here',
  base: 'shops: opened, paused and closed in tests/lifecycles',
  catalog: 'goods on sale or not: what that changes is pushed to channels, tests/channels/stock.test.ts',
  channels: 'what a marketplace asks and is sent: tests/channels, against the simulated one',
  desk: 'the queue: tests/queue',
};

/** Moves that no order typed by hand comes to, and where they are tried instead. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'orders:salesOrder:applyChange': 'changes of a channel: tests/channels/changes.test.ts',
  'orders:salesOrder:rejectChange': 'changes of a channel: tests/channels/changes.test.ts',
  'orders:salesOrder:acknowledge': 'the answer of a channel: tests/channels/outgoing.test.ts',
  'orders:salesOrder:archive': 'answered elsewhere: tests/channels/elsewhere.test.ts',
  'orders:salesOrder:takeOver': 'answered elsewhere: tests/channels/elsewhere.test.ts',
  'orders:salesOrder:callBack': 'calls to a channel that wait: tests/channels/call-back.test.ts',
  'orders:priceDispute:correct': 'a price of the channel: tests/channels/price-disputes.test.ts',
  'fulfilment:shipment:register': 'labels of a marketplace: tests/channels/outgoing.test.ts',
  'fulfilment:shipment:registerLate': 'labels of a marketplace: tests/journeys/own-labels.test.ts',
  'fulfilment:shipment:completeLabel': 'a carrier whose answer lacks something: tests/journeys/label-faults.test.ts',
  'fulfilment:shipment:callBack': 'notices that wait: tests/channels/call-back.test.ts',
  'fulfilment:shippingLabel:voidRefused': 'a carrier that refuses: tests/journeys/label-faults.test.ts',
  'aftersales:returnLabel:voidRefused':
    'a label that is too old: tests/lifecycles/legal-moves.test.ts, facts/claims.ts',
  'inventory:inboundReceipt:approve':
    'the walk moves as the system, which posts alone: tests/journeys/four-eyes.test.ts',
  'inventory:inboundReceipt:reject':
    'the walk moves as the system, which posts alone: tests/journeys/four-eyes.test.ts',
  'inventory:stockAdjustment:approve':
    'the walk moves as the system, which posts alone: tests/journeys/four-eyes.test.ts',
  'inventory:stockAdjustment:reject':
    'the walk moves as the system, which posts alone: tests/journeys/four-eyes.test.ts',
};

/** Moves that a walk of 10,000 steps may miss: asked for all the same, and taken on longer ones or other seeds. */
export const SELDOM: ReadonlySet<string> = new Set([
  'inventory:stockCount:recount',
  'purchasing:purchaseOrder:notify',
  'fulfilment:handover:fallBack',
  'fulfilment:handover:reopen',
  'fulfilment:shipment:resume',
  'fulfilment:shipment:found',
  'purchasing:purchaseOrder:reject',
  'orders:priceDispute:lapse',
  'orders:priceDispute:markSent',
  'orders:salesOrder:notDuplicate',
  'orders:salesOrder:reopen',
  'fulfilment:wave:finish',
  'fulfilment:shipment:labelFailed',
  'fulfilment:shippingLabel:fail',
]);

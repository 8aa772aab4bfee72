/**
 * What is hidden from whoever lacks the right, written down from the domain: a buyer's name,
 * address and phone (`field:pii:view`), and what goods cost (`field:cost:view`). Not taken from the
 * declarations: they are what is judged.
 */
export const GOLDEN_MASKS: Readonly<
  Record<string, Readonly<Partial<Record<'cost' | 'profit' | 'pii', readonly string[]>>>>
> = {
  'aftersales:claim': {
    cost: ['otherAmount', 'goodsTotal', 'total', 'paidTotal', 'waivedTotal', 'openTotal'],
  },
  'aftersales:claimLine': { cost: ['unitPrice', 'amount'] },
  'aftersales:claimPayment': { cost: ['amount', 'baseAmount'] },
  'aftersales:returnLabel': { cost: ['quotedCost', 'cost'] },
  'aftersales:partLine': { cost: ['cost', 'residueLoss'] },
  'aftersales:partOrder': {
    cost: ['cost', 'residueLoss'],
    pii: ['shipToName', 'shipToAddress1', 'shipToAddress2', 'shipToCity', 'shipToPostalCode', 'shipToPhone'],
  },
  // What carriers are paid.
  'base:freightVersion': { cost: ['rates', 'surcharges', 'least', 'fuelRate', 'residentialFee'] },
  'catalog:sku': { cost: ['standardCost'] },
  'catalog:skuCost': { cost: ['standardCost'] },
  'channels:priceRecord': { cost: ['cost', 'floor', 'marginRate'], profit: ['floor', 'marginRate'] },
  'channels:priceSetting': { profit: ['targetMargin'] },
  'channels:promotion': { cost: ['leastMargin'], profit: ['leastMargin'] },
  'channels:promotionItem': { cost: ['floor', 'marginRate'], profit: ['floor', 'marginRate'] },
  'channels:quarantinedOrder': { pii: ['raw'] },
  'inventory:stockAdjustment': { cost: ['value'] },
  'inventory:stockAdjustmentLine': { cost: ['unitCost'] },
  'inventory:stockCount': { cost: ['value'] },
  'inventory:stockTransfer': { cost: ['lostValue'] },
  'inventory:inboundReceipt': { cost: ['value'] },
  'inventory:inboundReceiptLine': { cost: ['unitCost'] },
  'inventory:stockMovement': { cost: ['unitCost', 'costValue'] },
  'purchasing:purchaseOrder': {
    cost: ['freight', 'otherCost', 'goodsTotal', 'taxTotal', 'total', 'fxRate', 'checkReason'],
  },
  'purchasing:purchaseOrderLine': { cost: ['unitPrice', 'lineNet', 'taxAmount'] },
  'purchasing:supplierPrice': { cost: ['unitPrice'] },
  'purchasing:supplierProduct': {
    cost: ['cost', 'goodsPrice', 'shippingFee', 'oldCost', 'costChange', 'costChangedAt', 'differences', 'refused'],
  },
  // What goods are worth, in the books.
  'ledger:journalEntry': { cost: ['amount'] },
  'ledger:posting': { cost: ['amount'] },
  // What carriers ask, in figures and in words.
  'fulfilment:shippingLabel': { cost: ['quotedCost', 'cost', 'note'] },
  'fulfilment:labelAdjustment': { cost: ['amount'] },
  // The last place is the buyer's.
  'fulfilment:trackingEvent': { pii: ['place'] },
  'purchasing:landedCost': {
    cost: ['freight', 'duty', 'otherCost', 'total', 'fxRate', 'baseTotal', 'stockValue', 'variance', 'returnedValue'],
  },
  'purchasing:landedCostShare': { cost: ['amount', 'stockValue', 'variance'] },
  'purchasing:supplierBill': {
    cost: [
      'taxAmount',
      'goodsTotal',
      'taxTotal',
      'total',
      'discountAmount',
      'paidTotal',
      'discountTotal',
      'openTotal',
      'fxRate',
      'baseTotal',
      'accrued',
      'priceVariance',
      'taxBase',
      'settledBase',
      'checkReason',
    ],
  },
  'purchasing:supplierBillLine': {
    cost: ['unitPrice', 'amount', 'taxAmount', 'expectedPrice', 'difference'],
  },
  'purchasing:billPayment': {
    cost: ['amount', 'discount', 'fxRate', 'baseAmount', 'discountBase', 'settledBase', 'fxDifference'],
  },
  'purchasing:supplierCredit': {
    cost: ['amount', 'usedTotal', 'openTotal', 'fxRate', 'baseAmount', 'usedBase'],
  },
  'orders:orderLine': { cost: ['cogs', 'partCost'] },
  // What goods that came back had cost, and what their return lost.
  'aftersales:returnOrder': {
    cost: ['disposalValue', 'recoveredValue', 'lostValue'],
    profit: ['returnLoss'],
  },
  'orders:salesOrder': {
    profit: ['returnLoss'],
    pii: ['shipToName', 'shipToAddress1', 'shipToAddress2', 'shipToCity', 'shipToPostalCode', 'shipToPhone'],
  },
};

/** Words of one buyer that stand nowhere else. */
export const BUYER = {
  shipToName: 'Quilla Zephyrine',
  shipToAddress1: '4711 Xylophone Row',
  shipToAddress2: 'Loft 77B',
  shipToCity: 'Wexborough',
  shipToPostalCode: '60614-4471',
  shipToPhone: '+1 312 555 0188',
} as const;

/** A postcode that is none: the order is held for it. */
export const BAD_POSTCODE = '9021Q';

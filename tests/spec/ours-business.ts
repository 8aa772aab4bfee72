import type { Lines } from './line.ts';

/** Ours: the business. */
export const OURS_BUSINESS = {
  'ours: lifecycles as data': {
    says: 'order and publish lifecycles: ours, as data',
    where: ['modules'],
  },
  'ours: entities of the business': {
    says: 'order, product, inventory entities: ours: domain model of orders, stock, shipments',
    where: ['modules'],
  },
  'ours: days of the tenant': {
    says: 'dates as days of the tenant: a day, or an instant as the day that it is in the zone, on add, edit, filters, answers of moves and sheets',
    where: ['kit/model/time.ts', 'kit/server/kinds.ts'],
  },
  'ours: manual orders': {
    says: 'manual orders: draft, edit, submit, discard; no channel is notified: ours: order type 手工单; PO empty = the order’s number; a discarded draft frees its PO',
    where: [
      'modules/orders/server/manual-draft.ts',
      'modules/orders/server/arrival.ts',
      'modules/orders/server/submit-order.ts',
      'modules/orders/web/manual-order.tsx',
    ],
  },
  'ours: products on sale': {
    says: 'a product on sale has a category and a picture; pictures found by the names of their files: domain.md §2.2, §6',
    where: ['modules/catalog/server/product-commands.ts', 'modules/catalog/web/match-pictures.tsx'],
  },
  'ours: pictures and their rules': {
    says: 'pictures of products and SKUs as one list: roles, alt text, owners; rules per channel judge them and hold nothing back: ours: domain.md §2.1 Asset',
    where: [
      'modules/catalog/server/judge-products.ts',
      'modules/catalog/server/picture-changes.ts',
    ],
  },
  'ours: pictures as one file': {
    says: 'chosen pictures as one ZIP, made by a file job: ours: domain.md §6 图片',
    where: ['kit/server/import-export/archive.ts'],
  },
  'ours: a product in one page': {
    says: 'identity of a product in one page: ours: stock, sales, listings, open orders, supply, history, each from its module',
    where: ['modules/catalog/web/product-detail.tsx'],
  },
  'ours: what a SKU is called': {
    says: 'aliases are a rung of the mapping ladder and found by scans; parts of a SKU with pictures: domain.md §2.2, §2.4',
    where: ['modules/catalog/server/sku-lines.ts', 'modules/channels/model/sku-mapping.ts'],
  },
  'ours: bundles': {
    says: 'a bundle owns no stock: no nesting, exploded where it is promised, min over components, shipped in their cartons: domain.md §2.2, §4, §12',
    where: [
      'modules/catalog/server/bundles.ts',
      'modules/orders/server/hold-stock.ts',
      'modules/inventory/server/reservations.ts',
      'modules/inventory/server/leaving.ts',
      'modules/inventory/server/bundle-stock.ts',
    ],
  },
  'ours: age of stock': {
    says: 'goods by age of their cost layers, in days of the tenant; a transfer keeps the age; stale where old and not sold: domain.md §6 (库存)',
    where: ['modules/inventory/model/stock-age.ts', 'modules/inventory/server/stock-age.ts'],
  },
  'ours: stock of a past day': {
    says: 'stock on hand and value at the end of a past day, with what came and went between two days: domain.md §2.3, §6 (库存)',
    where: ['modules/inventory/model/stock-of-day.ts', 'modules/inventory/server/stock-of-day.ts'],
  },
  'ours: what to buy': {
    says: 'what to order of a SKU to a warehouse: speed, delivery, safety stock, least quantity and cartons; each figure explained: domain.md §2.2, §2.3',
    where: ['modules/purchasing/model/restock.ts', 'modules/purchasing/server/restock.ts'],
  },
  'ours: files of remarks': {
    says: 'remarks of orders with files and pictures: domain.md §2.5; seen by those who may see the order',
    where: ['modules/orders/server/remark-order.ts'],
  },
  'ours: modules fit together': {
    says: 'what is declared is served, heard and asked for: a start refuses anything else',
    where: ['kit/server/assembled-faults.ts', 'tools/check-modules.ts'],
  },
  'ours: calls of the business': {
    says: 'calls for orders, products, inventory, channels: ours: docs/architecture.md "The wire"',
    where: ['kit/server/resource-routes.ts'],
  },
  'ours: order changes': {
    says: 'an order received again: lines matched by part and occurrence, compared with what the channel last sent; a record per field, a hold, 应用变更 and 拒绝变更',
    where: [
      'modules/orders/model/told-order.ts',
      'modules/orders/model/order-change.ts',
      'modules/orders/server/record-change.ts',
      'modules/orders/server/apply-change.ts',
      'modules/orders/server/decide-change.ts',
      'modules/orders/web/order-changes.tsx',
    ],
  },
  'ours: answered elsewhere': {
    says: 'answered or shipped elsewhere: 历史订单, 他处已接单, 转为历史, 接管发货',
    where: ['modules/orders/server/answered-elsewhere.ts'],
  },
  'ours: open orders are read again': {
    says: 'open orders are read again by number',
    where: ['modules/orders/server/open-orders.ts', 'modules/channels/server/pull-orders.ts'],
  },
  'ours: channel warehouses': {
    says: 'a channel warehouse that is not mapped holds the order; choice of a warehouse by priority',
    where: [
      'modules/orders/server/pinned-warehouse.ts',
      'modules/orders/server/map-warehouses.ts',
      'modules/orders/model/allocate.ts',
    ],
  },
  'ours: holds in the list': {
    says: 'each kind of hold cleared from its row, with counted clicks: ours: docs/style.md "Rows"',
    where: ['modules/orders/web/hold-panel.tsx', 'modules/orders/web/hold-tags.tsx'],
  },
  'ours: price comparison': {
    says: '接受价格 shows price, agreed price and difference',
    where: ['modules/orders/model/price-comparison.ts', 'modules/orders/web/price-comparison.tsx'],
  },
  'ours: acceptance deadlines': {
    says: 'acceptance deadlines by calendar and cut-off; 预计发货日 where the day is over; 已提交 until the channel has confirmed',
    where: [
      'modules/orders/model/accept-deadline.ts',
      'modules/orders/server/ship-promise.ts',
      'kit/web/lifecycle/outcome-text.ts',
    ],
  },
  'ours: units cancelled': {
    says: 'some units cancelled: the total follows, and acceptance names what is left',
    where: ['modules/orders/server/cancel-units.ts', 'connectors/wayfair/accept.ts'],
  },
  'ours: gates of shipping': {
    says: 'the gates of shipping, in days of the warehouse',
    where: ['modules/fulfilment/model/ship-day.ts'],
  },
  'ours: own labels': {
    says: '录入运单 not on 平台账号; 撤回运单, 补申请面单',
    where: ['modules/fulfilment/model/shipment-lifecycle.ts'],
  },
  'ours: four eyes on stock': {
    says: 'four eyes on stock; cost of goods by layers, to the cent',
    where: [
      'modules/inventory/server/four-eyes.ts',
      'modules/inventory/server/adjustment-value.ts',
      'modules/inventory/server/cost-layers.ts',
    ],
  },
  'ours: counting while selling': {
    says: 'stock is counted while it is sold: what leaves meanwhile is no difference (S17)',
    where: ['modules/inventory/server/stock-counts.ts', 'modules/inventory/server/count-lines.ts'],
  },
  'ours: goods on their way': {
    says: 'goods go from warehouse to warehouse with what they cost; what never comes is a loss',
    where: ['modules/inventory/server/stock-transfers.ts', 'modules/inventory/server/transit.ts'],
  },
  'ours: goods that come': {
    says: 'announced goods come in parts and conditions, within a tolerance, against 暂估应付',
    where: ['modules/inventory/server/inbound-receipts.ts'],
  },
  'ours: goods where they lie': {
    says: 'goods change their condition or are frozen, and cost what they did',
    where: ['modules/inventory/server/state-changes.ts'],
  },
  'ours: sandbox orders': {
    says: 'sandbox orders: marked, apart, in no figure and no stock',
    where: ['modules/orders/server/shop-environment.ts', 'kit/server/query/row-conditions.ts'],
  },
  'ours: odd rows': {
    says: 'an odd row of any kind stands aside alone; capabilities close by name; a push is verified where it can be',
    where: [
      'modules/channels/server/quarantine.ts',
      'modules/channels/server/capabilities.ts',
      'modules/channels/server/stock-verdicts.ts',
      'connectors/wayfair',
    ],
  },
  'ours: what a channel offers': {
    says: 'what a move needs of a channel is sent by interface, left to people with a to-do, or refused',
    where: [
      'modules/channels/model/capability.ts',
      'modules/channels/server/channel-offers.ts',
      'modules/channels/server/take-back.ts',
    ],
  },
  'ours: one seller, one shop': {
    says: "one seller behind two shops is refused; a shop's secret goes only where it was given for",
    where: [
      'modules/channels/model/account-settings.ts',
      'modules/channels/server/account-routes.ts',
    ],
  },
  'ours: landed cost': {
    says: 'freight and duty spread over received goods by quantity, volume, weight or value; what is sold goes to 成本差异, and a reversal takes back what is still there',
    where: [
      'modules/purchasing/server/landed-costs.ts',
      'modules/inventory/server/landed-value.ts',
    ],
  },
  'ours: supplier bills': {
    says: 'invoices of suppliers matched with order and receipts within tolerances; differences in words wait for a second person, then 暂估应付 → 应付账款 → payment, differences of price to 采购价差',
    where: [
      'modules/purchasing/server/bill-match.ts',
      'modules/purchasing/server/supplier-bills.ts',
    ],
  },
  'ours: payment terms': {
    says: 'due and discount days by base day, cut-off day and month end; an example as the term is typed',
    where: ['modules/base/model/term-dates.ts', 'modules/base/web/term-example.tsx'],
  },
  'ours: customers': {
    says: 'customers with contacts, currency, term and credit limit; a term in use stays',
    where: ['modules/base/model/customer.ts', 'modules/base/server/partners.ts'],
  },
  'ours: suppliers': {
    says: 'suppliers with contacts, currency and term; disabled ones keep what they have',
    where: ['modules/base/model/supplier.ts', 'modules/base/server/suppliers.ts'],
  },
  'ours: channel fees': {
    says: 'what a channel takes for a sale: by share, price or steps, the most particular rule first; overlaps are refused: domain.md §2.1, §4',
    where: ['modules/channels/model/fee-amount.ts', 'modules/channels/server/channel-fees.ts'],
  },
  'ours: currencies and rates': {
    says: 'currencies with the places of ISO 4217, one base currency for good; rates by effective day, a missing one named and never 1',
    where: ['modules/base/server/currencies.ts', 'modules/base/server/exchange-rates.ts'],
  },
  'ours: goods that are bought': {
    says: 'what is ordered is announced, comes in parts within a tolerance, and is stock at price × frozen rate (S16)',
    where: [
      'modules/purchasing/server/purchase-receiving.ts',
      'modules/purchasing/server/announce-order.ts',
    ],
  },
  'ours: who approves a purchase': {
    says: 'above a limit somebody else than its makers approves a purchase',
    where: ['modules/purchasing/server/purchase-orders.ts'],
  },
  'ours: what suppliers ask': {
    says: 'prices of suppliers by quantity and day fill in what nobody typed',
    where: ['modules/purchasing/server/supplier-prices.ts'],
  },
} as const satisfies Lines;

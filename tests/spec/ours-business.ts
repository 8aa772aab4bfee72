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
  'ours: quantity of a channel opens': {
    says: '渠道库存: what each listing should show in each warehouse of its channel, opened into its formula; sent again, locked at zero, the whole shop after a check of the guard: ours: domain.md §4, §6',
    where: [
      'modules/channels/model/channel-stock.ts',
      'modules/channels/server/channel-stock-rows.ts',
      'modules/channels/server/channel-stock-routes.ts',
    ],
  },
  'ours: listings against their marketplace': {
    says: '平台对比: the goods of each shop read from its marketplace once a day and at will, page by page, and held against our listings field by field; what is gone there is marked, what is there alone is added, a difference is taken over or sent: ours: domain.md §2.4, channels.md §1.9',
    where: [
      'modules/channels/model/listing-comparison.ts',
      'modules/channels/server/pull-listings.ts',
      'modules/channels/server/standing-listings.ts',
      'modules/channels/server/listing-comparison-rows.ts',
    ],
  },
  'ours: performance of a shop': {
    says: '绩效: accepting, shipping, tracking, cancelling, parts, returns, incidents and damage of a shop, counted from its orders, against target, published value and forecast; every figure leads to what cost it: ours: domain.md §2.4, §6',
    where: [
      'modules/channels/model/performance.ts',
      'modules/channels/server/performance',
      'modules/channels/web/performance.tsx',
    ],
  },
  'ours: automation rules': {
    says: 'rules over orders: closed facts, conditions, actions, versions, dry run, trace, back-test before switch-on: ours: domain.md §2.8, S19',
    where: [
      'modules/automation/model/judge-rules.ts',
      'modules/automation/server/run-rules.ts',
      'modules/automation/server/back-test.ts',
    ],
  },
  'ours: rules beyond orders': {
    says: 'rules about returns whose goods have come, requests for parts, failed feeds and remittances that came in: facts and actions of each, judged once, with their order where there is one: ours: domain.md §2.8',
    where: [
      'modules/automation/model/subject.ts',
      'modules/automation/server/subjects.ts',
      'modules/automation/server/act.ts',
    ],
  },
  'ours: rules end by themselves': {
    says: 'one effect per rule version, order and event; what goes round is stopped, what fails is parked: ours: domain.md §2.8',
    where: ['modules/automation/server/run-rules.ts', 'modules/automation/server/park-rule.ts'],
  },
  'ours: calls wait and can be called back': {
    says: 'what a move tells a channel waits a settable time (30 s); until a worker has it the move is taken back whole, from a strip with its countdown: ours: issue 16, 批量',
    where: ['kit/server/held-moves.ts', 'kit/server/call-back.ts', 'kit/web/lifecycle/held-strip.tsx'],
  },
  'ours: part acceptance and backorder': {
    says: 'an order is accepted line by line: now, on a later day, or not at all; units for later wait for stock, oldest deadline first: ours: domain.md §2.4, §3.1',
    where: ['modules/orders/server/accept-part.ts', 'modules/orders/server/backorder.ts'],
  },
  'ours: batches say what they do and keep what failed': {
    says: 'a batch is previewed with its effect on stock and fees; what it could not do stays a worklist of the person until it is done or read: ours: issue 16, 批量',
    where: ['kit/server/worklist.ts', 'kit/web/lifecycle/worklist-strip.tsx'],
  },
  'ours: days of the tenant': {
    says: 'dates as days of the tenant: a day, or an instant as the day that it is in the zone, on add, edit, filters, answers of moves and sheets',
    where: ['kit/model/time.ts', 'kit/server/kinds.ts'],
  },
  'ours: manual orders': {
    says: 'manual orders: draft, edit, submit, discard; no channel is notified: ours: order type 手工单; PO empty = the order’s number; a discarded draft frees its PO; nobody agrees with themselves about a price',
    where: [
      'modules/orders/server/manual-draft.ts',
      'modules/orders/server/arrival.ts',
      'modules/orders/server/submit-order.ts',
      'modules/orders/server/unagreed-prices.ts',
      'modules/orders/web/manual-order.tsx',
    ],
  },
  'ours: products on sale': {
    says: 'a product on sale has a category and a picture; pictures found by the names of their files: domain.md §2.2, §6',
    where: ['modules/catalog/server/product-commands.ts', 'modules/catalog/web/match-pictures.tsx'],
  },
  'ours: pictures and their rules': {
    says: 'pictures of products and SKUs as one list: roles, alt text, owners; rules per channel judge them and hold nothing back: ours: domain.md §2.1 Asset',
    where: ['modules/catalog/server/judge-products.ts', 'modules/catalog/server/picture-changes.ts'],
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
  'ours: stock by place': {
    says: 'a row for each SKU and warehouse with all conditions, on the way, age and value; 缺货, 低于安全 and 负数 with counts; safety stock of a SKU shared among its warehouses: domain.md §6 (库存)',
    where: ['modules/inventory/model/stock-place.ts', 'modules/inventory/server/stock-places.ts'],
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
    says: 'calls for orders, products, inventory, channels: ours: kit/README.md "The wire"',
    where: ['kit/server/resource-routes.ts'],
  },
  'ours: order changes': {
    says: 'an order received again: lines matched by part and occurrence, compared with what the channel last sent; a record per field, a hold, 应用变更 and 拒绝变更',
    where: [
      'modules/orders/model/channel-snapshot.ts',
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
  'ours: split orders': {
    says: 'an order is split by hand or by warehouse: units, amounts, reservations are divided, the channel deals with one order',
    where: ['modules/orders/server/split-order.ts', 'modules/orders/server/family.ts'],
  },
  'ours: taken back shipments': {
    says: '撤销发货 within a day: stock, cost, reservations, states are what they were; the notice is corrected by hand',
    where: ['modules/fulfilment/server/unship.ts', 'modules/inventory/server/take-back-sent.ts'],
  },
  'ours: joint shipments': {
    says: '合并发货: orders to one address leave in one parcel, each with its own lines, counters and notice',
    where: ['modules/fulfilment/server/joint/join-shipments.ts', 'modules/fulfilment/server/joint/joint-shipment.ts'],
  },
  'ours: orders that come back': {
    says: '恢复订单 of an order that was cancelled here and of whose end the channel has not heard',
    where: ['modules/orders/server/reopen-order.ts'],
  },
  'ours: intercepted parcels': {
    says: 'cancelled, reduced or readdressed after it left: the parcel is to be stopped, 待联系, 已拦截 or 失败; the order stays',
    where: ['modules/fulfilment/server/intercept.ts'],
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
    says: 'four eyes on stock: adjustments, counts, receipts and returns of no order, units that are taken apart; costs that others vouch for, which nobody escapes by deleting them or by a transfer; cost of goods by layers, to the cent',
    where: [
      'modules/inventory/server/four-eyes.ts',
      'modules/inventory/server/adjustment-value.ts',
      'modules/inventory/server/known-costs.ts',
      'modules/catalog/server/cost-words.ts',
      'modules/inventory/server/inbound-check.ts',
      'modules/aftersales/server/returns/stray-check.ts',
      'modules/aftersales/server/parts/sending-check.ts',
      'modules/catalog/server/vouched-goods.ts',
      'kit/server/left-by-others.ts',
      'modules/inventory/server/cost-layers.ts',
    ],
  },
  'ours: four eyes on returns': {
    says: 'money and goods that go out for a return before anything came back: beyond the limit of one person, and what counts together with it, who wrote it does not approve it; no more is credited alone than was asked for',
    where: ['modules/aftersales/server/returns/alone-check.ts'],
  },
  'ours: stock below zero': {
    says: 'goods may leave before they came: costed like the last layer, trued up by the next receipt (domain.md §2.3)',
    where: ['modules/inventory/server/move-layers.ts', 'modules/inventory/server/layer-store.ts'],
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
    says: 'announced goods come in parts and conditions, within the tolerance of their order, against 暂估应付; without an order no more than was announced',
    where: ['modules/inventory/server/inbound-receipts.ts'],
  },
  'ours: goods where they lie': {
    says: 'goods change their condition or are frozen, and cost what they did',
    where: ['modules/inventory/server/state-changes.ts'],
  },
  'ours: standard costs by day': {
    says: 'goods that no receipt has a cost of are worth the standard cost in force: domain.md §2.2 (SkuCost), §2.3 (CostLayer)',
    where: ['modules/catalog/server/standard-cost.ts', 'modules/inventory/server/layer-store.ts'],
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
    where: ['modules/channels/model/account-settings.ts', 'modules/channels/server/account-routes.ts'],
  },
  'ours: own shops at Shopify': {
    says: "a shop of the seller's own: paid orders, fulfilment by location, stock where it is still what was seen, what stands there",
    where: ['connectors/shopify', 'simulator/shopify'],
  },
  'ours: landed cost': {
    says: 'freight and duty spread over received goods by quantity, volume, weight or value; what is sold goes to 成本差异, and a reversal takes back what is still there',
    where: ['modules/purchasing/server/landed-costs.ts', 'modules/inventory/server/landed-value.ts'],
  },
  'ours: supplier bills': {
    says: 'invoices of suppliers matched with order and receipts within tolerances; differences in words, goods without an order and what is beyond the limit of one person wait for a second, then 暂估应付 → 应付账款 → payment, differences of price to 采购价差',
    where: [
      'modules/purchasing/server/bill-match.ts',
      'modules/purchasing/server/bill-alone.ts',
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
  'ours: tags': {
    says: 'tags of orders, products and customers by scope: given in forms and sheets, to many rows at once, asked for by any, all or none; a used one is merged, not deleted',
    where: ['modules/base/model/tag.ts', 'modules/base/server/tags.ts', 'kit/server/tags/tag-rows.ts'],
  },
  'ours: suppliers': {
    says: 'suppliers with contacts, currency and term; disabled ones keep what they have',
    where: ['modules/base/model/supplier.ts', 'modules/base/server/suppliers.ts'],
  },
  'ours: channel fees': {
    says: 'what a channel takes for a sale: by share, price or steps, the most particular rule first; overlaps are refused: domain.md §2.1, §4',
    where: ['modules/channels/model/fee-amount.ts', 'modules/channels/server/channel-fees.ts'],
  },
  'ours: calendars of warehouses': {
    says: 'working days and holidays on a month calendar, federal holidays computed, examples of deadlines as they are typed: domain.md §2.1, §4 (Deadlines)',
    where: ['modules/base/model/work-calendar.ts', 'modules/base/web/calendar-input.tsx'],
  },
  'ours: bins': {
    says: 'zones and bins by pattern, labels, where each SKU stands with one primary bin; on stock, desks, counts and pick lists; no quantities: domain.md §2.1',
    where: [
      'modules/base/server/bin-routes.ts',
      'modules/inventory/server/sku-bins.ts',
      'modules/inventory/server/counted-bins.ts',
    ],
  },
  'ours: what shipping costs': {
    says: 'price tables by weight and zone in versions that never overlap; every way to ship with its price explained, or why it cannot: domain.md §2.1, §3.2, §4 (Dim weight)',
    where: ['modules/base/model/freight-price.ts', 'modules/base/server/quote-shipping.ts'],
  },
  'ours: currencies and rates': {
    says: 'currencies with the places of ISO 4217, one base currency for good; rates by effective day, a missing one named and never 1; whoever deletes or changes one of others is still held to it',
    where: [
      'modules/base/server/currencies.ts',
      'modules/base/server/exchange-rates.ts',
      'modules/base/server/rate-words.ts',
    ],
  },
  'ours: goods that are bought': {
    says: 'what is ordered is announced, comes in parts within a tolerance, and is stock at price × frozen rate (S16)',
    where: ['modules/purchasing/server/purchase-receiving.ts', 'modules/purchasing/server/announce-order.ts'],
  },
  'ours: who approves a purchase': {
    says: 'above a limit, or at prices far from what is known, somebody else than its makers approves a purchase; no unit is worth less than its known cost, what one person orders of a supplier, or of all that they added, in a span of hours is summed, and the checker reads why',
    where: [
      'modules/purchasing/server/purchase-orders.ts',
      'modules/purchasing/server/order-alone.ts',
      'modules/purchasing/server/order-worth.ts',
    ],
  },
  'ours: settings of purchasing': {
    says: 'limit, tolerances, default days of delivery and the words of mails are settings of the tenant, changed by who may and noted; nobody makes a limit wider for what they do themselves',
    where: ['modules/purchasing/server/purchase-settings.ts', 'modules/system/server/settings/binding-settings.ts'],
  },
  'ours: settings of a tenant': {
    says: 'what a tenant decides is declared as forms; one page shows all of them with what they mean, what holds and who changed it, each saved as a whole and never over a change of somebody else',
    where: [
      'kit/model/settings.ts',
      'modules/system/server/settings/settings-routes.ts',
      'modules/system/web/tenant-settings.tsx',
    ],
  },
  'ours: an order is mailed to its supplier': {
    says: 'the paper of an order is mailed to people of its supplier as durable work; its page says to whom, when, by whom, and why not',
    where: ['modules/purchasing/server/order-mails.ts', 'modules/purchasing/server/send-order-mail.ts'],
  },
  'ours: payments of bills in parts': {
    says: 'bills are paid in parts, never beyond what is owed; discount by the term, tax and difference of rates have accounts of their own; a payment is taken back to the cent',
    where: ['modules/purchasing/model/settle-bill.ts', 'modules/purchasing/server/bill-payments.ts'],
  },
  'ours: suppliers are judged by their deliveries': {
    says: 'on time, complete, good, as quick and as dear as promised: counted from lines of orders, each figure opens what it counts; learned days of delivery for what to order',
    where: ['modules/purchasing/server/supplier-score.ts', 'modules/purchasing/server/learned-leads.ts'],
  },
  'ours: returns from request to credit': {
    says: 'a return is asked for on its order, approved, received, inspected with questions and photos, disposed of and credited: ours: domain.md §3.3, §8 S9',
    where: [
      'modules/aftersales/web/returns/request-return.tsx',
      'modules/aftersales/web/returns/inspect-page.tsx',
      'modules/aftersales/model/inspection-answers.ts',
      'modules/aftersales/web/returns/credit-dialog.tsx',
    ],
  },
  'ours: returns at the dock': {
    says: 'a parcel with goods of several orders is counted by scanner keys alone, several people at once, each count once: ours: issue 17, 退货',
    where: [
      'modules/aftersales/model/desk-scan.ts',
      'modules/aftersales/server/desk/desk-steps.ts',
      'modules/aftersales/web/desk/desk-page.tsx',
    ],
  },
  'ours: currencies in use stay': {
    says: 'a currency that only purchases, prices or bills name is not deleted',
    where: ['modules/purchasing/server/currency-use.ts'],
  },
  'ours: what suppliers ask': {
    says: 'prices of suppliers by quantity and day fill in what nobody typed',
    where: ['modules/purchasing/server/supplier-prices.ts'],
  },
  'ours: parts pointed at': {
    says: 'parts are pointed at on the exploded drawing and on pictures, what no list has is described; each source says what it takes, leaves and costs before it is confirmed',
    where: ['modules/aftersales/web/parts/part-picker.tsx', 'modules/aftersales/web/parts/source-choice.tsx'],
  },
  'ours: part requests by file': {
    says: 'part requests come in by sheet and by the file of the channel as it is; bad rows come back with the reason at each, a file that is sent again changes nothing',
    where: ['modules/aftersales/server/parts/part-sheet.ts'],
  },
  'ours: parts asked for again': {
    says: 'a request for parts has its clock by the calendar of the warehouse; each line takes part stock, a whole unit taken apart with its value conserved, a full carton or what is bought; once put off, late by the clock, one parcel for several, and the rate of the month with how many shipments are missing',
    where: [
      'modules/aftersales/model/part-clock.ts',
      'modules/aftersales/model/harvest-value.ts',
      'modules/aftersales/model/fill-rate.ts',
      'modules/aftersales/server/parts/hold-sources.ts',
      'modules/aftersales/server/parts/ship-parts.ts',
      'modules/inventory/server/send-parts.ts',
    ],
  },
  'ours: one walk over all moves': {
    says: 'whatever is tried with any document, legal or not, goods, reservations, counters, states and money are where a plain model is, and all invariants hold: issue 16, shown when done 1',
    where: ['kit/server/command.ts', 'kit/server/apply-move.ts'],
  },
  'ours: cancelled by the buyer at any time': {
    says: 'S6 clicked: before the label in one go, after it only by who bears its loss, on its way the parcel is stopped and the order stays',
    where: ['modules/orders/web/cancel-dialog.tsx', 'modules/fulfilment/server/intercept.ts'],
  },
  'ours: killed in the middle of moves': {
    says: 'kill -9 while orders are divided, joined and handed over or labels bought: one state or the other, and no label is paid twice',
    where: [
      'modules/fulfilment/server/carriers/buy-label-work.ts',
      'modules/fulfilment/server/handover/hand-over.ts',
      'modules/fulfilment/server/joint/join-shipments.ts',
    ],
  },
  'ours: dynamic forms': {
    says: 'dynamic forms: fields by the cells of the grid, versions that never change, filled in and judged on the server by the fields of the version, a key never of another type, attributes of categories and questions of inspections among them',
    where: ['modules/base/model/forms', 'modules/base/server/forms', 'modules/base/web/forms'],
  },
  'ours: the money of a PO': {
    says: 'one PO from order to remittance line as a waterfall and a timeline, each figure with its document and row of the file; up to 200 pasted POs answered in a line each and as a sheet, by the same fixed number of statements, within the rights of the reader: issue 37',
    where: [
      'modules/finance/model/po-money',
      'modules/finance/server/po-money/read-po-files.ts',
      'modules/finance/web/po-money',
    ],
  },
  'ours: the market': {
    says: 'sellers of ours and watched ones, listings with what was seen of them over time and never rewritten, SKUs against their rivals, two to five side by side: domain.md §2.4, §6',
    where: [
      'modules/market/model/listing.ts',
      'modules/market/server/take-offers.ts',
      'modules/market/server/product-rows.ts',
      'modules/market/web/listing-pages.tsx',
    ],
  },
  'ours: reports of marketplaces': {
    says: 'a report requested, fetched by hand and read by the headings of channels.md §1.11 in a job, in editions; empty is no data, percentages become fractions, a fault names its row',
    where: [
      'modules/market/model/report-columns.ts',
      'modules/market/model/report-cells.ts',
      'modules/market/server/parse-report.ts',
      'modules/market/web/report-data.tsx',
    ],
  },
  'ours: the inbox of reports': {
    says: 'a file of a channel known by its head and taken in once and whole, an unknown one taught by its columns, each row linked to file, sheet and line, invoices of the channel held against ours: issue 37',
    where: [
      'modules/finance/server/inbox',
      'modules/finance/model/report-format.ts',
      'modules/finance/web/report-drop.tsx',
    ],
  },
  'ours: moving over from another ERP': {
    says: 'exports of 领星, 易仓 and 马帮 dropped as they are on the imports of products, SKUs, cartons, opening stock and orders: known by their head, shown column by column with units before anything is written, judged by the rules of every import; one that belongs elsewhere says where',
    where: ['kit/model/foreign-sheet.ts', 'kit/server/import-export/foreign-table.ts'],
  },
  'ours: the storage of a tenant': {
    says: 'what uploads take of the bound by kind, the largest and the oldest with where they are used, what is removed by itself and when; more than the bound is refused in words',
    where: ['modules/system/server/files/storage-use.ts', 'modules/system/web/files/storage-use.tsx'],
  },
  'ours: where deductions come from': {
    says: 'what channels kept by type, goods, warehouse, carrier and shop over a period, with what was won back, each currency by itself: issue 37',
    where: ['modules/finance/server/reports/deduction-analysis.ts', 'modules/finance/web/deduction-analysis.tsx'],
  },
  'ours: the payment of a remittance': {
    says: 'a posted remittance is one payment of its net, shared over the invoices it settles, under the one entry, taken back with it alone: issue 37',
    where: ['modules/finance/server/remittances/remittance-payment.ts'],
  },
  'ours: receivables charged off by one person': {
    says: 'what one person typed into remittances clears no more of invoices in a day than they may alone, imported files that were edited included, and small rests given up on a day are summed: issue 37',
    where: ['modules/finance/server/remittances/charge-limit.ts', 'modules/finance/server/invoices/invoice-moves.ts'],
  },
  'ours: movements of a bank': {
    says: 'statements of banks (camt.053, MT940, sheets) taken in once however they overlap, each movement held against the payments by reference, amount and day, or by hand, and the closing balance against the books: issue 37',
    where: ['modules/finance/server/bank', 'modules/finance/server/readers/bank', 'modules/finance/web/bank-pages.tsx'],
  },
  'ours: receivables as counted by hand': {
    says: 'invoices, remittances, payments, deductions and write-offs in any order against a plain count: the books and each invoice: issue 37',
    where: ['modules/finance/server/invoices/settle.ts', 'modules/finance/server/remittances/post-remittance.ts'],
  },
  'ours: price read-back': {
    says: 'the cost stack of the marketplace confirms prices that were handed over, names those whose day has come and that it does not show, and listings that it pays otherwise; by whoever may confirm a price, and by no report of other days',
    where: ['modules/channels/server/pricing/read-back-prices.ts', 'modules/market/server/read-back.ts'],
  },
  'ours: price floor': {
    says: 'one guard of every path that writes a price, by known cost, freight, handling, fees, allowance and margin in the currency of the shop; prices below it, of unknown cost or far from where others left them wait for another person, whatever the steps; shown to nobody who may not see it: S13, C-03',
    where: [
      'modules/channels/model/pricing/price-floor.ts',
      'modules/channels/server/pricing/guard-prices.ts',
      'modules/channels/server/pricing/base-prices.ts',
      'modules/channels/server/pricing/price-moves.ts',
      'modules/channels/server/pricing/promotion-items.ts',
      'modules/channels/server/pricing/promotion-prices.ts',
    ],
  },
  'ours: data submissions': {
    says: '数据提交: what goes out to marketplaces in one list over the tables that hold it, with guard, read-back and hash of each item; a sale reaches the other shops by their formula, a feed that would empty the catalogue stops: S12',
    where: ['modules/channels/server/feeds', 'modules/channels/web/feed-list.tsx'],
  },
  'ours: home page figures': {
    says: '工作台: sales, orders, stock, performance and finance of a period against the one before, in the base currency; each figure is counted as the list that it opens, of the rows, masks and rights of its reader; kept for a minute and counted again as rows change',
    where: ['modules/desk/server/analysis', 'modules/desk/web/analysis', 'modules/orders/server/sales-lines.ts'],
  },
  'ours: publishing': {
    says: 'what a class asks, answered SKU by SKU with what our own data say, judged at cells here and by the marketplace, sent once whatever happens to the answer, changed by differences; a class that changes its questions under a draft keeps all answers and has it judged once more: S14',
    where: [
      'modules/channels/model/publish/judge-answers.ts',
      'modules/channels/model/publish/fix-answers.ts',
      'modules/channels/server/publish/forms.ts',
      'modules/channels/server/publish/publish-moves.ts',
      'modules/channels/server/publish/publish-work.ts',
      'modules/channels/server/publish/resolve-sending.ts',
      'modules/channels/server/publish/judge-task-prices.ts',
    ],
  },
} as const satisfies Lines;

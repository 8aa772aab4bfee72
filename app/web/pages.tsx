import { isSent, partStory, returnStory } from '#modules/aftersales/web/index.tsx';
import { shipmentAftersales } from '#modules/fulfilment/web/index.tsx';
import {
  cancelRequestHere,
  chosenOrders,
  isInWork,
  orderDetailActions,
  orderDetailFulfilment,
  orderRowActions,
  orderStory,
  orderTimeline,
  unmappedPart,
} from '#modules/orders/web/index.tsx';
import { productParts } from '#modules/catalog/web/index.tsx';
import { supplierStanding } from '#modules/base/web/index.tsx';
import { receiptOrigin } from '#modules/inventory/web/index.tsx';
import { Console, galleryPages, galleryRoutes, headerTools, readEntryData } from '#console/index.ts';
import {
  listStrip,
  provideDeclarations,
  offerPages,
  provideHandbook,
  registerPages,
  registerRoutes,
  type GalleryPart,
  type PageSpecs,
  type RouteSpecs,
} from '#kit/web/index.ts';

/**
 * Wiring of the web console: declarations, the pages of every module, and the slots that upper
 * modules fill on pages of lower ones.
 */
/** Names that the base gives to pages of its own, by the module that has them. */
const FURTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  desk: ['dashboard'],
  monitor: [
    'AlarmList',
    'DiskMonitoring',
    'JvmInfo',
    'RedisInfo',
    'SystemInfo',
    'TomcatInfo',
    'HttpTrace',
    'DatabaseInfo',
    'QueueInfo',
  ].map((name) => `modules/monitor/${name}`),
  operations: [
    'system/QuartzJobList',
    'system/SysDataSourceList',
    'system/SysGatewayRouteList',
    'modules/online/cgreport/OnlCgreportHeadList',
    'modules/online/cgreport/auto/OnlCgreportAutoList',
  ],
  system: ['account', 'modules'],
};

provideDeclarations(() => import('#app/declarations.ts'));
provideHandbook(() => import('./handbook.ts').then(({ handbook }) => handbook));

/** What of a module is there from the start: its slots, and the routes that no menu has. */
const frontDoors = import.meta.glob<{ routes?: RouteSpecs }>('../../modules/*/web/index.{ts,tsx}', {
  eager: true,
});
for (const { routes } of Object.values(frontDoors)) if (routes) registerRoutes(routes);

/** The pages of a module: their list is fetched with the first of them, their code with each. */
const pageLists = import.meta.glob<PageSpecs>('../../modules/*/web/pages.ts', { import: 'pages' });
for (const [path, load] of Object.entries(pageLists)) {
  const module = path.split('/').at(-3) ?? '';
  offerPages([module, ...(FURTHER_WORDS[module] ?? [])], load);
}

orderDetailFulfilment.fill(() =>
  import('#modules/fulfilment/web/order-shipments.tsx').then(({ OrderShipments }) => OrderShipments),
);

shipmentAftersales.fill(() =>
  import('#modules/aftersales/web/claims/shipment-claims.tsx').then(({ ShipmentClaims }) => ShipmentClaims),
);

orderDetailFulfilment.fill(
  () => import('#modules/aftersales/web/returns/order-returns.tsx').then(({ OrderReturns }) => OrderReturns),
  10,
);

orderDetailFulfilment.fill(
  () => import('#modules/aftersales/web/parts/order-parts.tsx').then(({ OrderParts }) => OrderParts),
  20,
);

orderDetailActions.fill(
  () => import('#modules/aftersales/web/parts/request-parts.tsx').then(({ RequestParts: AskParts }) => AskParts),
  20,
);

orderDetailActions.fill(
  () =>
    import('#modules/aftersales/web/returns/order-returns.tsx').then(({ RequestReturnButton }) => RequestReturnButton),
  10,
);

orderDetailActions.fill(
  () => import('#modules/finance/web/po-money/open-po-money.tsx').then(({ OpenPoMoney }) => OpenPoMoney),
  30,
);

orderRowActions.fill(
  {
    key: 'shipments',
    title: '看发货单',
    permission: 'fulfilment:shipment:list',
    isOffered: ({ status }) => isInWork(status),
    path: ({ channelOrderNo }) => `/orders/shipment?tab=*&keyword=${encodeURIComponent(channelOrderNo)}`,
  },
  10,
);

orderRowActions.fill(
  {
    key: 'tracks',
    title: '轨迹',
    permission: 'fulfilment:trackingEvent:list',
    isOffered: ({ status }) => isSent(status),
    load: () => import('#modules/fulfilment/web/order-tracks.tsx').then(({ OrderTracks }) => OrderTracks),
  },
  10,
);

orderRowActions.fill(
  {
    key: 'resend',
    title: '重推ASN',
    permission: 'desk:delivery:retry',
    isOffered: ({ status, shipSync }) => isSent(status) && shipSync === 'failed',
    load: () => import('#modules/desk/web/resend-notice.tsx').then((page) => page.ResendNotice),
  },
  // What failed comes first.
  0,
);

orderRowActions.fill(
  {
    key: 'parts',
    title: '补发配件',
    permission: 'aftersales:partOrder:add',
    isOffered: ({ status }) => isSent(status),
    path: ({ id }) => `/orders/part/new?orderId=${id}`,
  },
  20,
);

orderRowActions.fill(
  {
    key: 'return',
    title: '建退货',
    permission: 'aftersales:returnOrder:add',
    isOffered: ({ status }) => isSent(status),
    load: () => import('#modules/aftersales/web/returns/order-returns.tsx').then((page) => page.ReturnOfRow),
  },
  30,
);

unmappedPart.fill(() => import('#modules/channels/web/map-in-order.tsx').then(({ MapInOrder }) => MapInOrder));

cancelRequestHere.fill(() =>
  import('#modules/channels/web/answer-in-order.tsx').then(({ AnswerInOrder }) => AnswerInOrder),
);

orderStory.fill(() => import('#modules/automation/web/rule-trace.tsx').then(({ OrderTrace }) => OrderTrace));

returnStory.fill(() => import('#modules/automation/web/rule-trace.tsx').then(({ ReturnTrace }) => ReturnTrace));

partStory.fill(() => import('#modules/automation/web/rule-trace.tsx').then(({ PartTrace }) => PartTrace));

chosenOrders.fill(() => import('#modules/fulfilment/web/join-orders.tsx').then(({ JoinOrders }) => JoinOrders), -10);

orderTimeline.fill(() => import('#modules/desk/web/order-timeline.tsx').then(({ OrderTimeline }) => OrderTimeline));

chosenOrders.fill(() => import('#modules/automation/web/run-rules.tsx').then(({ RunRules }) => RunRules));

receiptOrigin.fill(() =>
  import('#modules/purchasing/web/receipt-origin.tsx').then(({ ReceiptOrigin }) => ReceiptOrigin),
);

productParts.fill(
  () => import('#modules/inventory/web/product-stock.tsx').then(({ ProductStock }) => ProductStock),
  10,
);

productParts.fill(() => import('#modules/orders/web/product-sales.tsx').then(({ ProductSales }) => ProductSales), 20);

productParts.fill(
  () => import('#modules/channels/web/product-listings.tsx').then(({ ProductListings }) => ProductListings),
  30,
);

productParts.fill(
  () => import('#modules/purchasing/web/product-supply.tsx').then(({ ProductSupply }) => ProductSupply),
  40,
);

supplierStanding.fill(() =>
  import('#modules/purchasing/web/supplier-standing.tsx').then(({ SupplierStanding }) => SupplierStanding),
);

headerTools.fill(() => import('#modules/system/web/notices/bell.tsx').then(({ NoticeBell }) => NoticeBell));

listStrip.fill(() => import('#modules/desk/web/batch-strip.tsx').then(({ BatchStrip }) => BatchStrip));

if (readEntryData('development')) {
  registerRoutes(galleryRoutes);
  registerPages(
    galleryPages(
      import.meta.glob<GalleryPart>('../../{kit/web,ui,console,modules/*/web}/**/*.gallery.tsx', {
        import: 'gallery',
      }),
    ),
  );
}

export { Console as AppConsole };

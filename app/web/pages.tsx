import {
  cancelRequestHere,
  orderDetailFulfilment,
  unmappedPart,
} from '#modules/orders/web/index.tsx';
import { supplierStanding } from '#modules/base/web/index.tsx';
import { receiptOrigin } from '#modules/inventory/web/index.tsx';
import { Console, galleryPages, headerTools, readEntryData } from '#console/index.ts';
import {
  listStrip,
  provideDeclarations,
  provideHandbook,
  registerPages,
  type GalleryPart,
  type PageSpecs,
} from '#kit/web/index.ts';

/**
 * Wiring of the web console: declarations, the pages of every module, and the slots that upper
 * modules fill on pages of lower ones.
 */
provideDeclarations(() => import('#app/declarations.ts'));
provideHandbook(() => import('./handbook.ts').then(({ handbook }) => handbook));

/** A front door names its pages; their code is fetched when they are opened. */
const frontDoors = import.meta.glob<{ pages?: PageSpecs }>('../../modules/*/web/index.{ts,tsx}', {
  eager: true,
});
for (const { pages } of Object.values(frontDoors)) if (pages) registerPages(pages);

orderDetailFulfilment.fill(() =>
  import('#modules/fulfilment/web/order-shipments.tsx').then(
    ({ OrderShipments }) => OrderShipments,
  ),
);

unmappedPart.fill(() =>
  import('#modules/channels/web/map-in-order.tsx').then(({ MapInOrder }) => MapInOrder),
);

cancelRequestHere.fill(() =>
  import('#modules/channels/web/answer-in-order.tsx').then(({ AnswerInOrder }) => AnswerInOrder),
);

receiptOrigin.fill(() =>
  import('#modules/purchasing/web/receipt-origin.tsx').then(({ ReceiptOrigin }) => ReceiptOrigin),
);

supplierStanding.fill(() =>
  import('#modules/purchasing/web/supplier-standing.tsx').then(
    ({ SupplierStanding }) => SupplierStanding,
  ),
);

headerTools.fill(() =>
  import('#modules/system/web/notices/bell.tsx').then(({ NoticeBell }) => NoticeBell),
);

listStrip.fill(() =>
  import('#modules/desk/web/batch-strip.tsx').then(({ BatchStrip }) => BatchStrip),
);

if (readEntryData('development'))
  registerPages(
    galleryPages(
      import.meta.glob<GalleryPart>('../../{kit/web,ui,console,modules/*/web}/**/*.gallery.tsx', {
        import: 'gallery',
      }),
    ),
  );

export { Console as AppConsole };

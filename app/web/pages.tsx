import 'dayjs/locale/zh-cn';
import dayjs from 'dayjs';
import { lifecycles, resources } from '#app/declarations.ts';
import { orderDetailFulfilment } from '#modules/orders/web/index.tsx';
import { provideDeclarations, registerPages, Console, type PageSpecs } from '#kit/web/index.ts';

/**
 * Wiring of the web console: declarations, the pages of every module, and the slots that upper
 * modules fill on pages of lower ones.
 */
dayjs.locale('zh-cn');
provideDeclarations({ resources, lifecycles });

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

export { Console as AppConsole };

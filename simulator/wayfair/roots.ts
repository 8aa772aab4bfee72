/** Which function answers which field of the three schemas. */
import { accept } from './accept.ts';
import { listItems } from './listing/items.ts';
import { listAttributes, listBrands, listCategories, listQuestions } from './listing/questions.ts';
import { listSubmissions, submitProducts } from './listing/submit.ts';
import { statusOfUpdate, updateGroups, updateItems, updateMedia } from './listing/update.ts';
import { listInventory, listTransactions, saveInventory } from './inventory.ts';
import { listLabelEvents } from './label-events.ts';
import {
  acknowledgeCastleGate,
  acknowledgeShippingAdvice,
  listLegacyOrders,
  listOrders,
  listShippingAdvice,
} from './orders.ts';
import { register } from './register.ts';
import { shipment } from './ship-notice.ts';
import {
  cancellationsByOrders,
  cancellationsByWarehouses,
  confirmCancellations,
  consolidatedBolDocument,
  inventoryAdjustmentList,
  inventorySummaryList,
  rejectCancellations,
} from './supplier-host.ts';
import type { WireContext } from './context.ts';
import type { ListArguments } from './filters.ts';
import type { OrderQueryArguments } from './orders.ts';

/**
 * Root of the orders host. `purchaseOrders` is a list as a query and a namespace as a mutation, so
 * the root depends on the kind of call.
 */
export function ordersRoot(isMutation: boolean) {
  if (isMutation) {
    return {
      purchaseOrders: {
        accept,
        register,
        shipment,
        acknowledgeCastleGate,
        acknowledgeCastleGateWarehouseShippingAdvice: acknowledgeShippingAdvice,
      },
      inventory: { save: saveInventory },
    };
  }
  return {
    getDropshipPurchaseOrders: (args: OrderQueryArguments, context: WireContext) =>
      listOrders('dropship', args, context),
    getCastleGatePurchaseOrders: (args: OrderQueryArguments, context: WireContext) =>
      listOrders('castlegate', args, context),
    getCastleGateWarehouseShippingAdvice: listShippingAdvice,
    labelGenerationEvents: listLabelEvents,
    inventory: listInventory,
    transactions: listTransactions,
    purchaseOrders: (args: ListArguments, context: WireContext) => listLegacyOrders(args, context),
  };
}

/** Root of the catalogue host, whose `productAddition` is one thing as a query and another as a mutation. */
export const catalogRoot = (isMutation: boolean) =>
  isMutation
    ? {
        productAddition: { submitV2: submitProducts },
        updateCatalogEntitiesMutations: {
          updateMarketSpecificCatalogItems: updateItems,
          updateCatalogItemsMedia: updateMedia,
          updateMarketSpecificCatalogItemGroups: updateGroups,
        },
      }
    : {
        supplierCatalogItems: listItems,
        taxonomyCategories: listCategories,
        attributesByFilter: listAttributes,
        supplierBrand: { brandAssociations: listBrands },
        productAddition: { questions: listQuestions, submissionsV2: listSubmissions },
        statusOfUpdateRequest: statusOfUpdate,
      };

export const SUPPLIER_ROOT = {
  lineItemCancellationRequestByPurchaseOrders: cancellationsByOrders,
  lineItemCancellationRequestByWarehouses: cancellationsByWarehouses,
  confirmLineItemCancellationRequest: confirmCancellations,
  rejectLineItemCancellationRequest: rejectCancellations,
  inventorySummaryList,
  inventoryAdjustmentList,
  consolidatedBolDocument,
};

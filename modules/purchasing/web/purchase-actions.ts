import {
  callRoute,
  detailPath,
  openFrom,
  refreshResource,
  toast,
  toastError,
  toastMissing,
  usePage,
  usePermissions,
  type RowAction,
} from '#kit/web/index.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { copyPurchaseRoute, printPurchasesRoute } from '../model/purchase-routes.ts';

/** Opens the paper of some orders, in the order they were chosen. */
export const printOrders = (ids: readonly string[]): Promise<void> =>
  openFrom(printPurchasesRoute, { body: { ids } }).then(toastMissing).catch(toastError);

/** 打印采购单 and 复制, as far as the person may. */
export function usePurchaseActions(): (id: string) => RowAction[] {
  const may = usePermissions();
  const { open } = usePage();
  const copy = async (id: string): Promise<void> => {
    try {
      const { message, result } = await callRoute(copyPurchaseRoute, { params: { id } });
      toast.done(message);
      void refreshResource(purchaseOrder);
      open(detailPath(purchaseOrder, result.id));
    } catch (error) {
      toastError(error);
    }
  };
  return (id) => [
    ...(may('purchasing:purchaseOrder:print')
      ? [{ key: 'paper', title: '打印采购单', isRare: true, onClick: () => void printOrders([id]) }]
      : []),
    ...(may('purchasing:purchaseOrder:add')
      ? [{ key: 'copy', title: '复制', isRare: true, onClick: () => void copy(id) }]
      : []),
  ];
}

import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchRoute,
  ListPage,
  refreshResource,
  rowSaved,
  toast,
  toastError,
  usePermission,
  type RowAction,
} from '#kit/web/index.ts';
import { makePrimaryRoute } from '../model/bin-routes.ts';
import { skuBin } from '../model/sku-bin.ts';
import { stockLevel } from '../model/stock.ts';

type Row = WireRow<typeof skuBin>;

/** 货位: where each SKU stands; another one becomes the primary in one act. */
export function SkuBinList(): ReactNode {
  const mayEdit = usePermission('inventory:skuBin:edit');
  const makePrimary = async (row: Row): Promise<void> => {
    try {
      await fetchRoute(makePrimaryRoute, { params: { id: row.id } });
      toast.done('已设为主货位');
      rowSaved(skuBin, row.id);
      void refreshResource(skuBin);
      void refreshResource(stockLevel);
    } catch (error) {
      toastError(error);
    }
  };
  const action = (row: Row): RowAction[] =>
    mayEdit && !row.isPrimary ? [{ key: 'primary', title: '设为主货位', onClick: () => void makePrimary(row) }] : [];
  return <ListPage<typeof skuBin, Row> of={skuBin} rowActions={action} />;
}

import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { confirmAction, fetchRoute, refreshResource, toast, toastError, usePermission } from '#kit/web/index.ts';
import { product, sku } from '#modules/catalog/model/product.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { channelProduct } from '../model/channel-product.ts';
import { makeProductsRoute, type AutoMapScope } from '../model/routes.ts';

/** 生成本地产品: from listings to products in one act; cartons, costs and pictures are filled in afterwards. */
export function MakeProducts({ scope }: { scope: AutoMapScope }): ReactNode {
  const mayAdd = usePermission('catalog:product:add');
  const [isBusy, setBusy] = useState(false);
  if (!mayAdd) return null;
  const make = async (): Promise<void> => {
    const isAgreed = await confirmAction({
      title: scope.ids ? `给所选 ${scope.ids.length} 条生成本地产品？` : '给未配对的渠道产品生成本地产品？',
      content: '产品目录里有的直接配对，没有的按渠道SKU和标题新建产品与SKU并配对；箱规、成本和图片之后在产品里补。',
      okText: '生成本地产品',
    });
    if (!isAgreed) return;
    setBusy(true);
    try {
      const { mapped, made } = await fetchRoute(makeProductsRoute, { body: scope });
      if (mapped === 0) toast.warn('没有未配对的渠道产品');
      else toast.done(`已配对 ${mapped} 条，其中新建产品 ${made} 个；发货前请补箱规`);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      for (const resource of [channelProduct, product, sku, salesOrder]) void refreshResource(resource);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void make()}>
      生成本地产品
    </Button>
  );
}

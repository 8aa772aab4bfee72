import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchResource, keyOf, usePermission, type ListAnswer } from '#kit/web/index.ts';
import { channelProduct } from '../model/channel-product.ts';
import type { Listing } from './listing.ts';
import { SkuCell } from './sku-cell.tsx';

/** 配对 where it is missed: the SKU of a listing that holds an order, chosen on the order's page. */
export function MapInOrder({ accountId, channelSku }: { accountId: string; channelSku: string }): ReactNode {
  const mayRead = usePermission('channels:channelProduct:list');
  const mayMap = usePermission('channels:channelProduct:edit');
  const { data } = useQuery({
    queryKey: keyOf(channelProduct, 'ofOrder', accountId, channelSku),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<Listing>>(channelProduct, 'list', { accountId, channelSku, pageSize: 50 }, { signal }),
    enabled: mayRead && mayMap,
  });
  // The filter finds longer part numbers as well.
  const row = data?.records.find((one) => one.channelSku === channelSku);
  if (!row) return null;
  return (
    <span className="ch-map-here">
      <SkuCell row={row} />
    </span>
  );
}

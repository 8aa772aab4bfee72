import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { ListPage, usePermission, type ListHandle } from '#kit/web/index.ts';
import { channelProduct, mapStatus } from '../model/channel-product.ts';
import type { AutoMapScope } from '../model/routes.ts';
import { AutoMap } from './auto-map.tsx';
import type { Listing } from './listing.ts';
import { SkuCell } from './sku-cell.tsx';

const SHOWN = ['', 'unmapped', 'suggested', 'broken', 'mapped'] as const;

/** 渠道产品: which SKU stands behind the channel's part numbers, mapped row by row or at once. */
export function ChannelProductList(): ReactNode {
  const mayAutoMap = usePermission('channels:channelProduct:autoMap');
  const [scope, setScope] = useState<AutoMapScope | null>(null);
  return (
    <>
      <ListPage
        of={channelProduct}
        columns={[
          { key: 'channelSku', width: 170 },
          { key: 'title', width: 240 },
          'mapStatus',
          { key: 'skuId', width: 280, render: (row) => <SkuCell row={row} /> },
          'mapMethod',
          'basePrice',
          'channelQty',
          'lastSyncAt',
          'status',
          'accountId',
        ]}
        filters={['channelSku', 'accountId', 'mapStatus', 'skuId']}
        toolbar={(list) => (
          <>
            {mayAutoMap && <Button onClick={() => setScope(scopeOf(list))}>自动配对</Button>}
            <Segmented
              aria-label="配对状态"
              size="small"
              value={list.params.filters['mapStatus'] ?? ''}
              onChange={(value) => list.setFilters({ ...list.params.filters, mapStatus: value })}
              options={SHOWN.map((value) => ({
                value,
                label: value === '' ? '全部' : mapStatus.items[value],
              }))}
            />
          </>
        )}
      />
      {scope && <AutoMap scope={scope} onClose={() => setScope(null)} />}
    </>
  );
}

/** What is ticked, else all of the one shop that is filtered for, else all. */
function scopeOf({ selection, params }: ListHandle<Listing>): AutoMapScope {
  if (selection.mode === 'rows' && selection.rows.length > 0)
    return { ids: selection.rows.map((row) => row.id) };
  const shop = params.filters['accountId'];
  return shop && !shop.includes(',') ? { accountId: shop } : {};
}

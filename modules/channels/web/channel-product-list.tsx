import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  detailPath,
  fetched,
  ListPage,
  QuickChip,
  QuickGroup,
  usePage,
  usePermission,
  type ListHandle,
} from '#kit/web/index.ts';
import { channelProduct, mapStatus } from '../model/channel-product.ts';
import type { AutoMapScope } from '../model/routes.ts';
import { AutoMap } from './auto-map.tsx';
import { MakeProducts } from './make-products.tsx';
import type { AdjustDialogProps } from './pricing/adjust-dialog.tsx';
import type { Listing } from './listing.ts';
import { HealthCell } from './listing-health.tsx';
import { publishPath } from './publish-path.ts';
import { SkuCell } from './sku-cell.tsx';

const AdjustDialog = fetched<AdjustDialogProps>(() =>
  import('./pricing/adjust-dialog.tsx').then((one) => one.AdjustDialog),
);

const SHOWN = ['unmapped', 'suggested', 'broken', 'mapped'] as const;

/**
 * 渠道产品: which SKU stands behind the channel's part numbers, mapped row by row or at once.
 * @param shops of these shops alone
 */
export function ChannelProductList({ shops }: { shops?: readonly string[] }): ReactNode {
  const mayAutoMap = usePermission('channels:channelProduct:autoMap');
  const mayPrice = usePermission('channels:priceRecord:add');
  const mayPublish = usePermission('channels:publishTask:add');
  const mayCompare = usePermission('channels:listingComparison:list');
  const page = usePage();
  const [scope, setScope] = useState<AutoMapScope | null>(null);
  const [priced, setPriced] = useState<readonly string[] | null>(null);
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
          { key: 'msrp', hiddenByDefault: true },
          { key: 'mapPrice', hiddenByDefault: true },
          { key: 'dropshipFee', hiddenByDefault: true },
          'channelQty',
          { key: 'health', width: 150, render: (row) => <HealthCell row={row} /> },
          'lastSyncAt',
          { key: 'healthMonth', hiddenByDefault: true },
          'status',
          'accountId',
        ]}
        {...(shops ? { fixed: { accountId: shops.join(',') } } : {})}
        filters={
          shops ? ['channelSku', 'skuId', 'mapStatus'] : ['channelSku', 'accountId', 'skuId', 'mapStatus', 'health']
        }
        rowActions={(row) =>
          mayCompare
            ? [{ key: 'compare', title: '平台对比', onClick: () => page.open(detailPath(channelProduct, row.id)) }]
            : []
        }
        toolbar={(list) => (
          <>
            {mayCompare && <Button onClick={() => page.open('/channel/wf/comparison?gap=differs')}>有差异</Button>}
            {mayAutoMap && (
              <>
                {isScoped(list, shops) && <MakeProducts scope={scopeOf(list, shops)} />}
                <Button
                  disabled={!isScoped(list, shops)}
                  title={isScoped(list, shops) ? undefined : '先勾选渠道产品'}
                  onClick={() => setScope(scopeOf(list, shops))}
                >
                  自动配对
                </Button>
              </>
            )}
            {mayPrice && (
              <Button
                disabled={tickedOf(list).length === 0}
                title="先勾选渠道产品"
                onClick={() => setPriced(tickedOf(list))}
              >
                调价
              </Button>
            )}
            {mayPublish && (
              <Button
                disabled={goodsOf(list).skuIds.length === 0}
                title="先勾选同一店铺已配对的渠道产品"
                onClick={() => page.open(publishPath(goodsOf(list)))}
              >
                刊登
              </Button>
            )}
          </>
        )}
        quick={{
          names: () => ['mapStatus'],
          show: ({ params, setFilters }) => (
            <QuickGroup title="配对状态">
              {SHOWN.map((value) => (
                <QuickChip
                  key={value}
                  isOn={params.filters['mapStatus'] === value}
                  onClick={() =>
                    setFilters({
                      ...params.filters,
                      mapStatus: params.filters['mapStatus'] === value ? '' : value,
                    })
                  }
                >
                  {mapStatus.items[value]}
                </QuickChip>
              ))}
            </QuickGroup>
          ),
        }}
      />
      {scope && <AutoMap scope={scope} onClose={() => setScope(null)} />}
      {priced && (
        <AdjustDialog scope={{ ids: priced }} about={`${priced.length} 个渠道产品`} onClose={() => setPriced(null)} />
      )}
    </>
  );
}

const tickedOf = ({ selection }: ListHandle<Listing>): string[] =>
  selection.mode === 'rows' ? selection.rows.map((row) => row.id) : [];

/** SKUs of what is ticked, where it is all of one shop. */
function goodsOf({ selection }: ListHandle<Listing>): { skuIds: string[]; shop: string } {
  const rows = selection.mode === 'rows' ? selection.rows : [];
  const [shop = '', second] = [...new Set(rows.map(({ accountId }) => accountId))];
  return { shop, skuIds: second === undefined ? [...new Set(rows.flatMap(({ skuId }) => skuId ?? []))] : [] };
}

/** What is ticked, else all of the one shop that is shown or filtered for, else all. */
function scopeOf({ selection, params }: ListHandle<Listing>, shops?: readonly string[]): AutoMapScope {
  if (selection.mode === 'rows' && selection.rows.length > 0) return { ids: selection.rows.map((row) => row.id) };
  const shop = shops ? shops.join(',') : params.filters['accountId'];
  return shop && !shop.includes(',') ? { accountId: shop } : {};
}

/** Whether that is clear: of several shops that are some of all, only what is ticked. */
const isScoped = (list: ListHandle<Listing>, shops: readonly string[] | undefined): boolean =>
  shops === undefined || shops.length === 1 || tickedOf(list).length > 0;

import { Button } from 'antd';
import type { ReactNode } from 'react';
import {
  DetailPart,
  grouped,
  PartTable,
  shortPrice,
  SourceLink,
  usePage,
  usePartRows,
  usePermission,
} from '#kit/web/index.ts';
import type { ProductPartProps } from '#modules/catalog/web/index.tsx';
import { channelProduct } from '../model/channel-product.ts';

const MOST = 100;

/** On a product's page: in which shops it is sold, under which number, at what price, and what they show of it. */
export function ProductListings({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const query = { skuId: skuIds.join(','), pageSize: MOST };
  const { query: asked, isShown } = usePartRows(channelProduct, query, skuIds.length > 0);
  if (!isShown) return null;
  return (
    <DetailPart
      title="在售渠道"
      query={asked}
      countOf={({ total }) => total}
      none="还没有配对的渠道产品。"
      more={<PublishButton skuIds={skuIds} />}
    >
      {({ records, total }) => (
        <>
          <PartTable
            label="在售渠道"
            head={[
              { title: '店铺' },
              { title: '渠道SKU' },
              { title: 'SKU' },
              { title: '状态' },
              { title: '供货价', isFigure: true },
              { title: '渠道库存', isFigure: true },
              { title: '最近同步', isFigure: true },
            ]}
            rows={records.map((row) => ({
              key: row.id,
              cells: [
                row.accountId_dictText,
                <SourceLink
                  key="no"
                  title="看渠道产品"
                  permission="channels:channelProduct:list"
                  path={`/channel/wf/product?channelSku=${encodeURIComponent(row.channelSku)}`}
                >
                  {row.channelSku}
                </SourceLink>,
                nameOf(row.skuId ?? ''),
                row.status_dictText,
                row.basePrice ? shortPrice(row.basePrice) : '—',
                row.channelQty === null || row.channelQty === undefined ? '—' : grouped(row.channelQty),
                row.lastSyncAt ?? '—',
              ],
            }))}
          />
          {total > records.length && (
            <p className="wb-part-none">
              共 {total} 条，只列出前 {records.length} 条。
            </p>
          )}
        </>
      )}
    </DetailPart>
  );
}

/** The SKUs of the product, to be listed. */
function PublishButton({ skuIds }: { skuIds: readonly string[] }): ReactNode {
  const page = usePage();
  const may = usePermission('channels:publishTask:add');
  if (!may || skuIds.length === 0) return null;
  return (
    <Button type="link" size="small" onClick={() => page.open(`/channel/wf/publish?skuIds=${skuIds.join(',')}`)}>
      刊登
    </Button>
  );
}

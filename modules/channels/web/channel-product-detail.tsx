import { Button } from 'antd';
import type { ReactNode } from 'react';
import { DetailPage, DetailPart, PartTable, usePartRows, type DetailRow, type FactGroup } from '#kit/web/index.ts';
import { channelProduct } from '../model/channel-product.ts';
import { listingComparison } from '../model/listing-comparison.ts';
import { Gap } from './compared-cells.tsx';
import { HealthPart } from './listing-health.tsx';
import { useComparisonActs, type Compared } from './comparison-acts.ts';
import './channels.css';

type Product = DetailRow<typeof channelProduct>;

/** 渠道产品: what stands here of a listing, and what its marketplace shows of it. */
export const ChannelProductDetail = (): ReactNode => (
  <DetailPage<typeof channelProduct, Product>
    of={channelProduct}
    lines={(row) => (
      <>
        <HealthPart row={row} />
        <ComparisonPart id={row.id} />
      </>
    )}
    groups={GROUPS}
  />
);

const GROUPS: readonly FactGroup<Product>[] = [
  { title: '商品', keys: ['accountId', 'channelSku', 'channelItemId', 'title', 'status'] },
  { title: '配对', keys: ['skuId', 'mapStatus', 'mapMethod', 'mapScore'] },
  { title: '价格与库存', keys: ['basePrice', 'msrp', 'mapPrice', 'dropshipFee', 'channelQty', 'lastSyncAt'] },
];

const HEAD = [{ title: '项目' }, { title: '我们' }, { title: '平台' }, { title: '差异' }, { title: '处理' }];
/** Five fields, two of them once for each storefront. */
const MOST = 50;

/** 平台与本地对比, field by field. */
function ComparisonPart({ id }: { id: string }): ReactNode {
  const { query, isShown } = usePartRows(listingComparison, { channelProductId: id, pageSize: MOST }, true);
  const actsOf = useComparisonActs();
  if (!isShown) return null;
  return (
    <DetailPart
      title="平台与本地对比"
      query={query}
      countOf={({ total }) => total}
      none="还没有读取过这个店铺在平台上的商品。每天自动读取一次，也可在“店铺账号”点“同步商品”。"
    >
      {({ records }) => (
        <>
          <PartTable
            label="平台与本地对比"
            head={HEAD}
            rows={records.map((row) => ({ key: row.id, cells: cellsOf(row, actsOf) }))}
          />
          <p className="ch-weak">
            平台于 {records[0]?.readAt ?? '—'}{' '}
            读取。平台接口不提供标题，标题取自最近一张订单；价格、箱规和图片接口不提供，以刊登时平台接受的为准。
          </p>
        </>
      )}
    </DetailPart>
  );
}

const cellsOf = (row: Compared, actsOf: ReturnType<typeof useComparisonActs>): ReactNode[] => [
  row.storefront ? `${row.item_dictText} · ${row.storefront}` : row.item_dictText,
  row.ours ?? '—',
  row.theirs ?? '—',
  <Gap key="gap" row={row} />,
  actsOf(row).map(({ key, title, onClick }) => (
    <Button key={key} type="link" size="small" onClick={onClick}>
      {title}
    </Button>
  )),
];

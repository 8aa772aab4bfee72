import { CalendarOutlined, FileExcelOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  downloadFrom,
  DraftDrawer,
  FactPart,
  linesOf,
  ListPage,
  PartTable,
  shareText,
  shortPrice,
  SourceLink,
  toastError,
  usePage,
  usePermission,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
} from '#kit/web/index.ts';
import { promotion, promotionItem } from '../../model/pricing/promotion.ts';
import { discountText } from '../../model/pricing/promotion-price.ts';
import { promotionProposalRoute, type PromotionBeside } from '../../model/pricing/promotion-routes.ts';
import '../channels.css';

type PromotionListRow = WireRow<typeof promotion>;

const COLUMNS: readonly ColumnSpec<PromotionListRow>[] = [
  { key: 'name', width: 200, under: ['promotionNo'] },
  { key: 'status', width: 110, under: ['outcome'] },
  { key: 'type', width: 80 },
  { key: 'startAt', width: 150, under: [{ key: 'endAt', render: ({ endAt }) => `至 ${endAt}` }] },
  { key: 'itemCount', width: 80 },
  { key: 'budget', width: 112 },
  {
    key: 'leastMargin',
    width: 104,
    figure: ({ leastMargin }) => shareText(leastMargin, 2) ?? '—',
    render: ({ leastMargin }) => shareText(leastMargin, 2) ?? '—',
  },
  { key: 'blockedCount', width: 88 },
  { key: 'accountId', width: 140, under: ['channelPromoId'] },
  { key: 'createTime', hiddenByDefault: true },
];

/** A draft: what it is called, when it runs, and which listings at which discount. */
const PromotionForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={promotion}
    note="折扣填减多少：减30%（7折）填 30"
    example={['WB-DCH-BRAM-CTR', '15', '']}
    {...props}
  />
);

/** 促销: what is planned, what runs, and what of it is below its floor. */
export function PromotionList(): ReactNode {
  const { open } = usePage();
  return (
    <ListPage
      of={promotion}
      form={PromotionForm}
      tab="planned"
      withAll
      columns={COLUMNS}
      toolbar={() => (
        <Button icon={<CalendarOutlined aria-hidden />} onClick={() => open('/channel/wf/promotion-calendar')}>
          促销日历
        </Button>
      )}
      emptyText="新增促销，填参加的渠道产品和折扣；检查通过后排期，到点自动开始和结束。"
    />
  );
}

type Promotion = DetailRow<typeof promotion> & Partial<PromotionBeside>;

/** One promotion: its items against the floor, what overlaps it and which prices change meanwhile. */
export const PromotionDetail = (): ReactNode => (
  <DetailPage<typeof promotion, Promotion>
    of={promotion}
    form={PromotionForm}
    buttons={(row) => ['ready', 'scheduled', 'running'].includes(row.status) && <ProposalButton row={row} />}
    above={(row) => <Changes changes={row.priceChanges ?? []} />}
    aside={(row) => <FactPart of={promotion} row={row} title="底价" keys={FLOOR_FACTS} />}
    lines={(row) => <Items items={linesOf(row, promotionItem)} />}
    children={(row) => <Overlaps overlaps={row.overlaps ?? []} />}
    groups={GROUPS}
  />
);

const FLOOR_FACTS = ['itemCount', 'blockedCount', 'leastMargin'] as const;

const GROUPS: readonly FactGroup<Promotion>[] = [
  { title: '活动', keys: ['accountId', 'name', 'type', 'channelPromoId', 'startAt', 'endAt', 'budget', 'remark'] },
  { title: '特批', keys: ['askedReason', 'approvedBy', 'approvedAt'] },
  { title: '结束', keys: ['endedAt', 'outcome'] },
];

function ProposalButton({ row: { id } }: { row: Promotion }): ReactNode {
  const may = usePermission('channels:promotion:schedule');
  const [isBusy, setBusy] = useState(false);
  if (!may) return null;
  const download = async (): Promise<void> => {
    setBusy(true);
    await downloadFrom(promotionProposalRoute, '促销提报.xlsx', { params: { id } }).catch(toastError);
    setBusy(false);
  };
  return (
    <Button
      loading={isBusy}
      icon={<FileExcelOutlined aria-hidden />}
      title="平台没有公布模板，列名同平台促销报表"
      onClick={() => void download()}
    >
      下载提报文件
    </Button>
  );
}

/** Base prices that change inside the window, and the promotion with them. */
function Changes({ changes }: { changes: PromotionBeside['priceChanges'] }): ReactNode {
  if (changes.length === 0) return null;
  const named = changes.slice(0, 5).map((one) => `${one.channelSku} ${one.effectiveFrom} 起 ${one.value}`);
  return (
    <Alert
      type="warning"
      showIcon
      title={`活动期间有 ${changes.length} 个供货价要变：${named.join('、')}${changes.length > 5 ? ' 等' : ''}`}
      description="促销价按届时的供货价重新计算，低于底价的调价不能生效。"
    />
  );
}

type Item = WireRow<typeof promotionItem>;

const percent = (share: string | null | undefined): string =>
  share === null || share === undefined ? '—' : `${Number((Number(share) * 100).toFixed(2))}%`;
const priced = (text: string | null | undefined): string => (text ? shortPrice(text) : '—');

function Items({ items }: { items: readonly Item[] }): ReactNode {
  const seesFloor = items.some((item) => 'floor' in item);
  return (
    <section className="wb-detail-part">
      <h2>
        参加产品<span className="wb-part-count">{items.length}</span>
      </h2>
      <PartTable
        label="参加产品"
        head={[
          { title: '渠道SKU' },
          { title: '折扣' },
          { title: '供货价', isFigure: true },
          { title: '促销价', isFigure: true },
          ...(seesFloor
            ? [
                { title: '底价', isFigure: true },
                { title: '毛利率', isFigure: true },
              ]
            : []),
          { title: '底价检查' },
          { title: '限量', isFigure: true },
        ]}
        rows={items.map((item) => ({
          key: item.id,
          cells: [
            item.channelProductId_dictText,
            discountText(item.discountPct),
            priced(item.basePrice),
            priced(item.promoPrice),
            ...(seesFloor ? [priced(item.floor), percent(item.marginRate)] : []),
            <Verdict key="check" item={item} />,
            item.qtyLimit ?? '—',
          ],
        }))}
      />
    </section>
  );
}

/** What is below its floor stands out of a list of many. */
const Verdict = ({ item: { priceCheck, priceCheck_dictText: said, exceptionBy } }: { item: Item }): ReactNode => (
  <span className={priceCheck === 'block' && !exceptionBy ? 'ch-below' : undefined}>
    {exceptionBy ? `${said}，已特批` : said}
  </span>
);

/** Promotions never stack: of those that overlap the lower price holds. */
function Overlaps({ overlaps }: { overlaps: PromotionBeside['overlaps'] }): ReactNode {
  if (overlaps.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        重叠的促销<span className="wb-part-count">{overlaps.length}</span>
      </h2>
      <PartTable
        label="重叠的促销"
        head={[
          { title: '渠道SKU' },
          { title: '促销' },
          { title: '起止' },
          { title: '本活动', isFigure: true },
          { title: '对方', isFigure: true },
          { title: '以低价为准', isFigure: true },
        ]}
        rows={overlaps.map((one) => ({
          key: `${one.id} ${one.channelSku}`,
          cells: [
            one.channelSku,
            <SourceLink
              key="to"
              title="看促销"
              permission="channels:promotion:list"
              path={detailPath(promotion, one.id)}
            >
              {one.name}
            </SourceLink>,
            `${one.startAt} 至 ${one.endAt}`,
            one.ownPrice,
            one.otherPrice,
            one.lowerPrice,
          ],
        }))}
      />
    </section>
  );
}

import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { DetailPage, FactPart, grouped, linesOf, NextStep, type DetailRow, type FactGroup } from '#kit/web/index.ts';
import type { DocumentBooks } from '../model/document-entries.ts';
import { landedCost, landedCostReceipt, landedCostShare } from '../model/landed-cost.ts';
import { ToReceipt, ToSku } from './document-links.tsx';
import { EntryList } from './entry-list.tsx';
import { LandedForm } from './landed-pages.tsx';
import './purchasing.css';

type Landed = DetailRow<typeof landedCost> & Partial<DocumentBooks>;

/** One landed cost: its receipts, what each line bears, and its entries. */
export const LandedCostDetail = (): ReactNode => (
  <DetailPage<typeof landedCost, Landed>
    of={landedCost}
    form={LandedForm}
    next={({ status }) =>
      status === 'draft' && <NextStep what="货收完后过账，分摊到库存成本" by={[]} zone={null} place="公司" />
    }
    aside={(cost) => <Amounts cost={cost} />}
    lines={(cost) => (
      <>
        <Shares shares={linesOf(cost, landedCostShare)} />
        <Receipts receipts={linesOf(cost, landedCostReceipt)} />
        <EntryList entries={cost.entries ?? []} />
      </>
    )}
    groups={GROUPS}
  />
);

const GROUPS: readonly FactGroup<Landed>[] = [
  {
    title: '资料',
    keys: [
      'warehouseId',
      'supplierId',
      'basis',
      'costDay',
      'postedBy',
      'postedAt',
      'reversedBy',
      'reversedAt',
      'reverseReason',
      'remark',
    ],
  },
];

/** What was paid, and where it went; nothing for whoever may not see costs. */
function Amounts({ cost }: { cost: Landed }): ReactNode {
  if (!('total' in cost)) return null;
  const isForeign = cost.baseCurrency !== null && cost.baseCurrency !== cost.currency;
  return (
    <FactPart
      of={landedCost}
      row={cost}
      title="金额"
      keys={[
        'freight',
        'duty',
        'otherCost',
        'total',
        ...(isForeign ? (['fxRate', 'baseTotal'] as const) : []),
        'stockValue',
        ...(Number(cost.variance ?? 0) === 0 ? [] : (['variance'] as const)),
        'returnedValue',
      ]}
    />
  );
}

function Receipts({ receipts }: { receipts: readonly WireRow<typeof landedCostReceipt>[] }): ReactNode {
  return (
    <section className="wb-detail-part">
      <h2>
        入库单<span className="wb-part-count">{receipts.length}</span>
      </h2>
      <ul className="pu-receipts">
        {receipts.map(({ id, receiptId, receiptId_dictText: no }) => (
          <li key={id}>
            <ToReceipt id={receiptId} no={no} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shares({ shares }: { shares: readonly WireRow<typeof landedCostShare>[] }): ReactNode {
  if (shares.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        费用分摊<span className="wb-part-count">{shares.length}</span>
      </h2>
      <ul className="pu-rows" aria-label="费用分摊">
        {shares.map((share) => (
          <li key={share.id}>
            <span className="pu-rows-what">
              <ToSku id={share.skuId} no={share.skuId_dictText} />
              <small>
                <ToReceipt id={share.receiptId} no={share.receiptId_dictText} />
              </small>
            </span>
            <span>
              ×{grouped(share.qty)}
              {share.leftQty < share.qty && <small className="pu-weak"> 过账时在库 {grouped(share.leftQty)}</small>}
            </span>
            {'amount' in share && (
              <span className="pu-rows-sum">
                <strong>
                  {grouped(share.amount)} {share.currency}
                </strong>
                {Number(share.variance) > 0 && (
                  <small>
                    计入库存 {grouped(share.stockValue)} · 差异 {grouped(share.variance)}
                  </small>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  FactPart,
  grouped,
  linesOf,
  NextStep,
  shortPrice,
  SourceLink,
  type DetailRow,
  type FactGroup,
  type NextHand,
} from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import type { DocumentBooks } from '../model/document-entries.ts';
import { invoice, invoiceLine, invoiceSettlement } from '../model/invoice.ts';
import { EntryList } from './entry-list.tsx';
import { INVOICE_MOVES, useInvoiceActions } from './invoice-actions.tsx';
import { OpenPoMoney } from './po-money/open-po-money.tsx';
import './finance.css';

type Invoice = DetailRow<typeof invoice> & Partial<DocumentBooks>;
type Line = WireRow<typeof invoiceLine>;
type Settlement = WireRow<typeof invoiceSettlement>;

/** One invoice: its goods, what was settled, what is in the books; at the right what is owed and until when. */
export function InvoiceDetail(): ReactNode {
  const { actionsOf, dialog } = useInvoiceActions();
  return (
    <>
      <DetailPage<typeof invoice, Invoice>
        of={invoice}
        buttons={({ orderId }) => orderId && <OpenPoMoney orderId={orderId} />}
        moves={() => INVOICE_MOVES}
        actions={(one) => actionsOf(one)}
        next={(one) => <InvoiceNext one={one} />}
        aside={(one) => <Amounts one={one} />}
        lines={(one) => (
          <>
            <Lines lines={linesOf(one, invoiceLine)} />
            <Settlements settlements={linesOf(one, invoiceSettlement)} />
            <EntryList entries={one.entries ?? []} />
          </>
        )}
        groups={GROUPS}
        facts={{
          orderId: (one) => (
            <SourceLink
              title="看订单"
              permission="orders:salesOrder:list"
              path={detailPath(salesOrder, String(one['orderId']))}
            >
              {String(one['orderId_dictText'] ?? one['poNo'] ?? '')}
            </SourceLink>
          ),
          shipmentId: (one) => (
            <SourceLink
              title="看发货单"
              permission="fulfilment:shipment:list"
              path={detailPath(shipment, String(one['shipmentId']))}
            >
              {String(one['shipmentId_dictText'] ?? '')}
            </SourceLink>
          ),
        }}
      />
      {dialog}
    </>
  );
}

const GROUPS: readonly FactGroup<Invoice>[] = [
  { title: '来源', keys: ['customerId', 'accountId', 'orderId', 'shipmentId', 'poNo', 'channelInvoiceNo', 'mode'] },
  {
    title: '期限',
    keys: ['issueDate', 'paymentTermId', 'dueDate', 'discountDate', 'sentAt', 'sentBy'],
  },
  { title: '说明', keys: ['writeOffAskedBy', 'writeOffAskedAt', 'writeOffReason', 'note'], columns: 1 },
];

const NEXT: Readonly<Record<Invoice['status'], string | null>> = {
  issued: '交给客户后点推送',
  sent: '等客户付款',
  part_paid: '等客户付清余款',
  short_paid: '催款，或标记争议、核销余额',
  disputed: '与客户说清楚后结束争议',
  paid: null,
  closed: null,
  voided: null,
};
const FINANCE: NextHand = { team: '财务', permission: 'finance:invoice:send' };
const NEAR_HOURS = 72;

function InvoiceNext({ one }: { one: Invoice }): ReactNode {
  const what = NEXT[one.status];
  if (what === null) return null;
  const days = [
    ...(one.discountDate && Number(one.discounted) === 0
      ? [{ what: '折扣截止', at: `${one.discountDate} 23:59:59`, nearHours: NEAR_HOURS }]
      : []),
    { what: '到期', at: `${one.dueDate} 23:59:59`, nearHours: NEAR_HOURS },
  ];
  return <NextStep what={what} who={FINANCE} by={days} zone={null} place="公司" />;
}

const AMOUNTS = ['freight', 'tax', 'discount'] as const;
const TAKEN = ['paid', 'deducted', 'credited', 'discounted', 'writtenOff'] as const;

/** What it comes to, what of it is settled, and what it is in the books. */
function Amounts({ one }: { one: Invoice }): ReactNode {
  const isSome = (key: (typeof AMOUNTS)[number] | (typeof TAKEN)[number]): boolean => Number(one[key]) !== 0;
  const isForeign = one.baseCurrency !== null && one.baseCurrency !== one.currency;
  return (
    <FactPart
      of={invoice}
      row={one}
      title="金额"
      keys={[
        'goods',
        ...AMOUNTS.filter(isSome),
        'total',
        ...TAKEN.filter(isSome),
        'balance',
        ...(Number(one.discountAmount) > 0 ? (['discountAmount'] as const) : []),
        ...(isForeign ? (['fxRate', 'baseTotal'] as const) : []),
      ]}
    />
  );
}

const Lines = ({ lines }: { lines: readonly Line[] }): ReactNode => (
  <section className="wb-detail-part">
    <h2>
      发票明细<span className="wb-part-count">{lines.length}</span>
    </h2>
    <ul className="fi-rows" aria-label="发票明细">
      {lines.map((line) => (
        <li key={line.id}>
          <span className="fi-rows-what">
            {line.skuId ? (
              <SourceLink title="看商品" permission="catalog:sku:list" path={detailPath(sku, line.skuId)}>
                {line.skuId_dictText ?? line.channelSku}
              </SourceLink>
            ) : (
              line.channelSku
            )}
            <small>{line.name}</small>
          </span>
          <span>×{grouped(line.qty)}</span>
          <span className="fi-rows-sum">
            <strong>
              {grouped(line.amount)} {line.currency}
            </strong>
            <small>单价 {grouped(shortPrice(line.unitPrice))}</small>
          </span>
        </li>
      ))}
    </ul>
  </section>
);

/** 核销记录, those that were taken back crossed out by their state. */
function Settlements({ settlements }: { settlements: readonly Settlement[] }): ReactNode {
  if (settlements.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        核销记录<span className="wb-part-count">{settlements.length}</span>
      </h2>
      <ul className="fi-rows" aria-label="核销记录">
        {settlements.map((one) => (
          <li key={one.id}>
            <span className="fi-rows-what">
              {one.kind_dictText}
              <small>
                {[one.settledOn, one.sourceNo, one.status === 'reversed' ? one.status_dictText : null]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span className="fi-rows-sum">
              <strong>
                {grouped(one.amount)} {one.currency}
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactNode } from 'react';
import { DetailPage, detailPath, grouped, ListPage, SourceLink } from '#kit/web/index.ts';
import { billPayment } from '../model/bill-payment.ts';
import { supplierBill } from '../model/supplier-bill.ts';

/** 付款记录: every payment of every bill, also those that were taken back. */
export const PaymentList = (): ReactNode => (
  <ListPage
    of={billPayment}
    columns={[
      { key: 'paymentNo', under: ['bankRef'] },
      { key: 'status', under: ['reversedBy'] },
      { key: 'supplierId', under: ['billId'] },
      {
        key: 'amount',
        under: [
          {
            key: 'discount',
            render: (row) => (Number(row.discount ?? 0) > 0 ? `折扣 ${grouped(row.discount)}` : null),
          },
        ],
      },
      {
        key: 'baseAmount',
        under: [
          {
            key: 'fxDifference',
            render: ({ fxDifference }) => {
              const difference = Number(fxDifference ?? 0);
              if (difference === 0) return null;
              return difference > 0
                ? `汇兑损失 ${grouped(fxDifference)}`
                : `汇兑收益 ${grouped(String(fxDifference).slice(1))}`;
            },
          },
        ],
      },
      { key: 'paidOn', under: ['accountId', 'creditId'] },
      'paidBy',
      'createTime',
    ]}
    emptyText="应付单过账后点「付款」，每次付款在这里留一条，付错了可以冲销。"
  />
);

/** One payment, and the way to its bill. */
export const PaymentDetail = (): ReactNode => (
  <DetailPage
    of={billPayment}

    facts={{
      billId: (row) => (
        <SourceLink
          title="看应付单"
          permission="purchasing:supplierBill:list"
          path={detailPath(supplierBill, String(row['billId']))}
        >
          {String(row['billId_dictText'] ?? '')}
        </SourceLink>
      ),
    }}
  />
);

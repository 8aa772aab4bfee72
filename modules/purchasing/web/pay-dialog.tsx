import type { ReactNode } from 'react';
import { FactList, grouped, MoveDialog, type MoveDialogProps, type MoveDialogs } from '#kit/web/index.ts';
import { useSupplierBalance } from './supplier-balance.tsx';
import './purchasing.css';

/** 付款 of a bill: what is owed stands above the questions, which begin blank for each payment. */
const PayDialog = (props: MoveDialogProps): ReactNode => {
  const { row } = props;
  const balances = useSupplierBalance(String(row['supplierId'] ?? ''));
  const credit = balances.find(({ currency, credits }) => currency === row['currency'] && Number(credits) > 0);
  const amount = (key: string): string | null =>
    row[key] === null || row[key] === undefined ? null : `${grouped(String(row[key]))} ${String(row['currency'])}`;
  const facts = [
    { key: 'total', title: '应付金额', value: amount('total') },
    {
      key: 'paidTotal',
      title: '已付',
      value: Number(row['paidTotal']) > 0 ? amount('paidTotal') : null,
    },
    { key: 'openTotal', title: '未付', value: amount('openTotal') },
    {
      key: 'discount',
      title: '可享折扣',
      value:
        row['discountDate'] && amount('discountAmount') !== null
          ? `${amount('discountAmount')}，${String(row['discountDate'])} 前付清`
          : null,
    },
    {
      key: 'credits',
      title: '可抵扣退款单',
      value: credit ? `${grouped(credit.credits)} ${credit.currency}` : null,
    },
  ].filter(({ value }) => value !== null);
  return (
    <MoveDialog {...props} row={{ ...row, paidOn: null, bankRef: null }}>
      {facts.length > 0 && <FactList facts={facts} columns={2} />}
    </MoveDialog>
  );
};

/** Dialogs of a bill's own. */
export const BILL_DIALOGS: MoveDialogs = { pay: PayDialog };

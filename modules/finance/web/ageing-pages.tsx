import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { DrillLink, grouped, ListPage, tenantDay, usePage, usePermissions, type ColumnSpec } from '#kit/web/index.ts';
import { receivableAgeing } from '../model/receivable-reports.ts';

type Row = WireRow<typeof receivableAgeing>;

const INVOICES = { title: '看发票', permission: 'finance:invoice:list', path: '/finance/invoice' };
const OPEN = 'issued,sent,part_paid,short_paid,disputed';

interface Figure {
  key: keyof Row;
  text: (row: Row) => string | null;
  filter: (row: Row) => Record<string, string>;
  /** Left out of a card where it is zero. */
  isRare?: boolean;
  below?: { key: string; text: (row: Row) => string | null };
}

/** A sum as the way to the invoices that it is made of. */
const figure = ({ key, text, filter, isRare = false, below }: Figure): ColumnSpec<Row> => ({
  key,
  width: 108,
  align: 'right',
  figure: (row) => text(row) ?? '—',
  ...(isRare && { isBlank: (row: Row) => text(row) === null }),
  render: (row) => {
    const words = text(row);
    if (words === null) return '—';
    const { customerId, currency } = row;
    const open = { customerId: String(customerId), currency: String(currency), tab: '*', status: OPEN };
    return (
      <DrillLink {...INVOICES} filter={{ ...open, ...filter(row) }}>
        {words}
      </DrillLink>
    );
  },
  ...(below && { under: [{ key: below.key, render: below.text }] }),
});

type Age = 'days30' | 'days60' | 'days90' | 'older';

/** Of so many days since the invoice: the days of issue that its list is asked for. */
const issued = (from: number | null, to: number | null): Record<string, string> => ({
  ...(from === null ? {} : { issueDate_begin: tenantDay(-from) }),
  ...(to === null ? {} : { issueDate_end: tenantDay(-to) }),
});

const age = (key: Age, from: number | null, to: number | null): ColumnSpec<Row> =>
  figure({
    key,
    text: (row) => (Number(row[key]) === 0 ? null : grouped(row[key])),
    filter: () => issued(from, to),
    isRare: true,
  });

const COLUMNS: readonly ColumnSpec<Row>[] = [
  { key: 'customerId', width: 180, under: ['currency'] },
  figure({
    key: 'balance',
    text: ({ balance }) => grouped(balance),
    filter: () => ({}),
    below: { key: 'invoiceCount', text: ({ invoiceCount }) => `${grouped(invoiceCount)} 张` },
  }),
  figure({
    key: 'overdue',
    text: ({ overdue }) => (Number(overdue) === 0 ? null : grouped(overdue)),
    filter: () => ({ dueDate_end: tenantDay(-1) }),
    below: { key: 'oldestDue', text: ({ oldestDue }) => (oldestDue ? `最早 ${oldestDue}` : null) },
  }),
  age('days30', 30, null),
  age('days60', 60, 31),
  age('days90', 90, 61),
  age('older', null, 91),
  {
    key: 'advance',
    width: 116,
    align: 'right',
    figure: ({ advance }) => grouped(advance),
    isBlank: ({ advance }) => Number(advance) === 0,
    render: ({ advance }) => (Number(advance) === 0 ? '—' : grouped(advance)),
  },
];

/** 应收账龄: who owes what since when; each figure leads to its invoices. */
export function AgeingList(): ReactNode {
  const may = usePermissions();
  const { open } = usePage();
  return (
    <ListPage
      of={receivableAgeing}
      columns={COLUMNS}
      rowActions={({ customerId }) =>
        may('finance:customerStatement:list')
          ? [
              {
                key: 'statement',
                title: '对账单',
                onClick: () => open(`/finance/statement?customerId=${customerId}`),
              },
            ]
          : []
      }
    />
  );
}

import type { ReactNode } from 'react';
import { DetailPart, grouped, PartTable, usePage } from '#kit/web/index.ts';
import type { PoAnswer } from '../../model/po-money/po-money-routes.ts';
import { PoSourceLink } from './po-source-link.tsx';
import { States } from './po-trail.tsx';

const HEAD = [
  { title: 'PO号' },
  { title: '还差什么' },
  { title: '状态' },
  { title: '未收', isFigure: true },
  { title: '订单金额', isFigure: true },
  { title: '已开票', isFigure: true },
  { title: '实收', isFigure: true },
  { title: '扣款', isFigure: true },
  { title: '回款单' },
];

/** An answer for each number, in the order pasted. */
export function PoAnswers({ answers }: { answers: readonly PoAnswer[] }): ReactNode {
  return (
    <DetailPart title={summaryOf(answers)} query={{ data: answers, error: null, refetch: () => undefined }}>
      {(rows) => (
        <PartTable
          label="PO到账"
          head={HEAD}
          rows={rows.map((one, at) => ({
            key: `${one.number} ${at}`,
            cells: cellsOf(one).map((cell) => cell || null),
          }))}
        />
      )}
    </DetailPart>
  );
}

/** How many were found, and what is open of them in each currency. */
function summaryOf(answers: readonly PoAnswer[]): string {
  const found = answers.filter(({ isFound }) => isFound);
  const late = found.filter(({ overdueDays }) => overdueDays !== null).length;
  const done = found.filter(({ tone }) => tone === 'good').length;
  return [
    `找到 ${found.length}`,
    `未找到 ${answers.length - found.length}`,
    `已结清 ${done}`,
    ...(late > 0 ? [`已逾期 ${late}`] : []),
  ].join(' · ');
}

/** A dash for what the reader may not know; nothing where there is nothing. */
function figure({ isFound }: PoAnswer, amount: string | null, isBlankAtZero = true): ReactNode {
  if (!isFound) return null;
  if (amount === null) return '—';
  return isBlankAtZero && Number(amount) === 0 ? null : grouped(amount);
}

function cellsOf(one: PoAnswer): ReactNode[] {
  return [
    <PoName key="po" of={one} />,
    <span key="missing" className={`fi-po-missing fi-po-missing-${one.tone}`}>
      {one.missing}
    </span>,
    one.isFound && (
      <span key="states" className="fi-po-states">
        <States answer={one} />
      </span>
    ),
    one.isFound && (
      <span key="open" className={one.overdueDays === null ? '' : 'fi-po-fault'}>
        {figure(one, one.open, false)} {one.open !== null && <small className="fi-weak">{one.currency}</small>}
      </span>
    ),
    figure(one, one.ordered),
    figure(one, one.invoiced),
    figure(one, one.received),
    figure(one, one.deducted),
    one.remittances.length > 0 && (
      <span key="remittances" className="fi-po-states">
        {one.remittances.map(({ id, no }) => (
          <PoSourceLink key={id} of={{ kind: 'remittance', id, no }} />
        ))}
      </span>
    ),
  ];
}

/** The number as the way to the whole of it. */
function PoName({ of: { number, poNo, orderId, shop } }: { of: PoAnswer }): ReactNode {
  const { open } = usePage();
  if (orderId === null) return number;
  const path = `/finance/po-money/${orderId}`;
  return (
    <>
      <a
        className="wb-quiet-link"
        href={path}
        title="看这张PO的钱"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          open(path);
        }}
      >
        {poNo}
      </a>
      <small className="fi-po-under">{shop}</small>
    </>
  );
}

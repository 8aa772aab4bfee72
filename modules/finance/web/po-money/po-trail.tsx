import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import {
  BlankState,
  cellOf,
  CopyButton,
  DetailFrame,
  detailPath,
  fetchRoute,
  Figures,
  grouped,
  HelpButton,
  SourceLink,
  StateTag,
  usePage,
  usePageTitle,
} from '#kit/web/index.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { poAnswerFields, poTrailRoute, type PoAnswer, type PoTrail } from '../../model/po-money/po-money-routes.ts';
import { PoEvents } from './po-events.tsx';
import { PoSteps } from './po-steps.tsx';
import '../finance.css';
import './po-money.css';

/** 一张PO到底, of the order in the address. */
export function PoTrailPage(): ReactNode {
  const { params } = usePage();
  return (
    <DetailFrame>
      <TrailOf orderId={params['id'] ?? ''} isPage />
    </DetailFrame>
  );
}

/** Where the money of one PO is: the sentence, the figures, their way and their days. */
export function TrailOf({ orderId, isPage = false }: { orderId: string; isPage?: boolean }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['finance:poMoney', orderId],
    queryFn: ({ signal }) => fetchRoute(poTrailRoute, { params: { id: orderId }, signal }),
    staleTime: 0,
  });
  if (error && data === undefined)
    return (
      <BlankState
        tone="bad"
        title={error.message}
        actions={
          <Button type="primary" onClick={() => void refetch()}>
            重试
          </Button>
        }
      />
    );
  if (data === undefined) return <Skeleton active aria-label="正在查这张PO的钱" />;
  return <Trail trail={data} isPage={isPage} />;
}

function Trail({ trail: { answer, steps, events, hidden }, isPage }: { trail: PoTrail; isPage: boolean }): ReactNode {
  return (
    <>
      {isPage && <TabTitle poNo={answer.poNo ?? ''} />}
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">
          <SourceLink
            title="看订单"
            permission="orders:salesOrder:list"
            path={detailPath(salesOrder, answer.orderId ?? '')}
          >
            {answer.poNo}
          </SourceLink>
        </h1>
        <CopyButton text={answer.poNo ?? ''} what="PO号" />
        <States answer={answer} />
        <span className="fi-weak">{answer.shop}</span>
        {isPage && <HelpButton />}
      </header>
      <section className={`fi-po-said fi-po-said-${answer.tone}`} aria-label="结论">
        <p role="status">{answer.missing}</p>
        <Figures of={figuresOf(answer)} />
      </section>
      {hidden.length > 0 && <p className="fi-weak">没有权限看：{hidden.join('、')}；相关数字和时间线里不含这些。</p>}
      <div className="fi-po-columns">
        {steps.length > 0 && <PoSteps steps={steps} currency={answer.currency ?? ''} />}
        <PoEvents events={events} />
      </div>
    </>
  );
}

function TabTitle({ poNo }: { poNo: string }): ReactNode {
  usePageTitle(`PO ${poNo}`);
  return null;
}

/** State of the order, and how far it is paid. */
export function States({ answer }: { answer: PoAnswer }): ReactNode {
  const { Show } = cellOf('choice');
  if (answer.status === null) return null;
  return (
    <>
      <StateTag lifecycle={orderLifecycle} state={answer.status} />
      <Show field={poAnswerFields.payStatus} name="payStatus" value={answer.payStatus} row={{ id: '' }} />
    </>
  );
}

/** What is known, with its currency once. */
function figuresOf({ ordered, invoiced, received, deducted, open, currency, overdueDays, tone: all }: PoAnswer) {
  // Nothing open is good news only where nothing is missing either.
  const tone = overdueDays !== null ? ('bad' as const) : all === 'good' ? ('good' as const) : undefined;
  const figures = [
    { title: `未收 ${currency ?? ''}`, value: open, isMain: true, tone },
    { title: '订单金额', value: ordered },
    { title: '已开票', value: invoiced },
    { title: '实收', value: received },
    { title: '扣款净额', value: deducted },
  ];
  return figures.flatMap(({ value, ...one }) => (value === null ? [] : [{ ...one, value: grouped(value) }]));
}

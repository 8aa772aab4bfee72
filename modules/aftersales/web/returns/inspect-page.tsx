import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import {
  BlankState,
  CopyButton,
  detailPath,
  DraftNote,
  HelpButton,
  RowFault,
  StateTag,
  usePage,
  usePageTitle,
} from '#kit/web/index.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import type { ReturnJudging } from '../../model/return-judging.ts';
import { returnOrder } from '../../model/return-order.ts';
import { InspectedLine } from './inspected-line.tsx';
import { useInspection, type Inspection } from './use-inspection.ts';
import { useJudging } from './use-judging.ts';
import '../aftersales.css';
import '#kit/web/detail/detail.css';

/** 质检台: what came back is looked at, line by line, with the questions of its category and photos. */
export function InspectPage(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const { data, error, refetch } = useJudging(id);
  usePageTitle(data ? `质检 ${data.returnNo}` : undefined);
  if (error && !data) return <RowFault of={returnOrder} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return data.status === 'received' ? <Desk key={id} judging={data} /> : <NotNow judging={data} />;
}

/** It has been inspected, or its goods are not here yet. */
function NotNow({ judging: { id, returnNo, status } }: { judging: ReturnJudging }): ReactNode {
  const { open } = usePage();
  const states = returnLifecycle.states as Readonly<Record<string, readonly [string, string]>>;
  return (
    <BlankState
      title={<h1>{returnNo} 现在不用质检</h1>}
      text={`退货单是“${states[status]?.[0] ?? status}”；收货完成后才质检，质检过的在退货单里看结果。`}
      actions={
        <Button type="primary" onClick={() => open(detailPath(returnOrder, id))}>
          查看退货单
        </Button>
      }
    />
  );
}

function Desk({ judging }: { judging: ReturnJudging }): ReactNode {
  const { open } = usePage();
  const inspection = useInspection(judging, () => open(detailPath(returnOrder, judging.id)));
  const received = judging.lines.filter((line) => line.received > 0);
  return (
    <article className="as-desk">
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">质检 {judging.returnNo}</h1>
        <CopyButton text={judging.returnNo} what="退货单号" />
        <StateTag lifecycle={returnLifecycle} state={judging.status} />
        <HelpButton />
        <span className="wb-actions">
          <Button onClick={() => open(detailPath(returnOrder, judging.id))}>退货单</Button>
        </span>
      </header>
      <DraftNote offer={inspection.offer} />
      <section className="as-part as-inspected">
        <ul aria-label="质检明细">
          {received.map((line) => (
            <InspectedLine key={line.id} line={line} inspection={inspection} />
          ))}
        </ul>
      </section>
      <Foot inspection={inspection} count={received.length} />
    </article>
  );
}

function Foot({ inspection, count }: { inspection: Inspection; count: number }): ReactNode {
  const { left } = inspection;
  return (
    <footer className="as-foot">
      <span className="as-weak" role="status">
        {left > 0 ? `还有 ${left} / ${count} 行没填好` : '都填好了'}
      </span>
      <Button type="primary" size="large" loading={inspection.isBusy} onClick={() => void inspection.submit()}>
        质检完成
      </Button>
    </footer>
  );
}

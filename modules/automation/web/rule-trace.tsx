import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { fetchResource, keyOf, usePage, usePermission, type ListAnswer } from '#kit/web/index.ts';
import { ruleRun } from '../model/rule-records.ts';
import { aboutOf, SUBJECTS } from '../model/subject.ts';
import { aboutText } from './about.tsx';
import { WhyDrawer } from './why-drawer.tsx';
import './rules.css';

type RunRow = WireRow<typeof ruleRun>;

const MET: ReadonlySet<string> = new Set(['done', 'partial', 'dryRun']);
const WRONG: ReadonlySet<string> = new Set(['refused', 'failed', 'bounded']);
const MOST = 50;

/** 执行结果 of an order and of what came after it, on the order's page. */
export const OrderTrace = ({ orderId }: { orderId: string }): ReactNode => <RuleTrace link="orderId" id={orderId} />;

/** 执行结果 of a return, on its page. */
export const ReturnTrace = ({ returnId }: { returnId: string }): ReactNode => (
  <RuleTrace link="returnId" id={returnId} />
);

/** 执行结果 of a request for parts, on its page. */
export const PartTrace = ({ partOrderId }: { partOrderId: string }): ReactNode => (
  <RuleTrace link="partOrderId" id={partOrderId} />
);

const TITLES = { orderId: '个订单', returnId: '张退货单', partOrderId: '张补发单' } as const;

/** Which rules were judged, and what each did. */
function RuleTrace({ link, id }: { link: keyof typeof TITLES; id: string }): ReactNode {
  const { open } = usePage();
  const maySee = usePermission('automation:ruleRun:list');
  const [shown, setShown] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(ruleRun, link, id),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<RunRow>>(
        ruleRun,
        'list',
        { [link]: id, pageSize: MOST, column: 'createTime', order: 'desc' },
        { signal },
      ),
    enabled: maySee,
    staleTime: 0,
  });
  if (!maySee) return null;
  return (
    <section className="wb-detail-part" aria-label="执行结果">
      <h2>
        执行结果
        {data && data.records.length > 0 && <span className="wb-part-count">{data.records.length}</span>}
      </h2>
      {error && !data && (
        <p role="alert">
          {error.message}{' '}
          <Button type="link" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      )}
      {data?.records.length === 0 && <p className="au-weak">还没有规则判断过这{TITLES[link]}。</p>}
      <ul className="au-trace">
        {data?.records.map((run) => (
          <li key={run.id}>
            <span
              className={`au-outcome${MET.has(run.outcome) ? ' au-good' : WRONG.has(run.outcome) ? ' au-bad' : ''}`}
            >
              {run['outcome_dictText'] as string}
            </span>
            <span className="au-trace-text">
              <Button type="link" size="small" onClick={() => open(`/rules/${run.ruleId}`)}>
                {(run['ruleId_dictText'] as string | undefined) ?? '（已删除）'}
              </Button>
              <small className="au-weak">
                {isBeside(run, link) && `${SUBJECTS[aboutOf(run)?.kind ?? 'order'].title} ${aboutText(run)} · `}第{' '}
                {run.revision} 版 · {run['trigger_dictText'] as string} · {run.createTime.slice(5, 16)} · {run.ms} 毫秒
              </small>
              {run.said && <span>{run.said}</span>}
            </span>
            <Button size="small" onClick={() => setShown(run.id)}>
              为什么
            </Button>
          </li>
        ))}
      </ul>
      {shown && <WhyDrawer of={ruleRun} id={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

/** Whether a run is about something else than the page that it stands on: a return of the order. */
const isBeside = (run: RunRow, link: keyof typeof TITLES): boolean =>
  aboutOf(run)?.kind !== 'order' && link === 'orderId';

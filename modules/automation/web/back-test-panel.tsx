import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  fetchRoute,
  keyOf,
  ListPage,
  NumberField,
  PersonName,
  refreshResource,
  toast,
  toastError,
  usePage,
  usePermission,
  useRow,
  type WholeNumber,
} from '#kit/web/index.ts';
import { MOST_TEST, readBackRoute, testRuleRoute, USUAL_TEST } from '../model/routes.ts';
import { ruleTest, ruleTestOrder, testChange, type TestChange } from '../model/rule-records.ts';
import { rule } from '../model/rule.ts';
import { contentOf, draftOfRule, type WireRule } from './rule-draft.ts';
import type { Trigger } from '../model/rule.ts';
import { subjectOf, SUBJECTS, type SubjectKind } from '../model/subject.ts';
import { ABOUT_FILTER, aboutActions, AboutCell } from './about.tsx';
import { WhyDrawer } from './why-drawer.tsx';

type Test = WireRow<typeof ruleTest>;

const TIMEOUT_MS = 120_000;

/** 回测: the rule held against the past, and that of which something would have been another. */
export function BackTestPanel({ stored, isUnsaved }: { stored: WireRule; isUnsaved: boolean }): ReactNode {
  const mayTest = usePermission('automation:rule:test');
  const kind = subjectOf(stored.trigger as Trigger);
  const { counted, unit } = SUBJECTS[kind];
  const [orders, setOrders] = useState<WholeNumber>(USUAL_TEST);
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: keyOf(ruleTest, 'last', stored.id),
    queryFn: ({ signal }) =>
      fetchResource<{ records: Test[] }>(
        ruleTest,
        'list',
        { ruleId: stored.id, pageSize: '1', column: 'createTime', order: 'desc' },
        { signal },
      ),
    staleTime: 0,
  });
  const { data: last } = useRow(ruleTest, data?.records[0]?.id);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const done = await fetchRoute(testRuleRoute, {
        params: { id: stored.id },
        body: { orders: orders as number },
        timeout: TIMEOUT_MS,
      });
      toast.done(`已回测 ${done.orders} ${counted}，命中 ${done.matched} ${unit}`);
      await Promise.all([refreshResource(ruleTest), refreshResource(ruleTestOrder), refreshResource(rule)]);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const why = !mayTest
    ? '您没有回测的权限'
    : isUnsaved
      ? '有未保存的修改，先保存再回测'
      : typeof orders !== 'number'
        ? `请填写回测数，1 至 ${MOST_TEST}`
        : undefined;
  return (
    <>
      <section className="wb-detail-part au-test">
        <div className="au-test-head">
          <span>用最近</span>
          <NumberField title="回测数" min={1} max={MOST_TEST} value={orders} onChange={setOrders} />
          <span>
            {counted}回测第 {stored.revision} 版
          </span>
          <Button type="primary" loading={isBusy} disabled={why !== undefined} title={why} onClick={() => void run()}>
            开始回测
          </Button>
        </div>
        <Honesty stored={stored} kind={kind} />
      </section>
      {last ? <Outcome last={last} revision={stored.revision} kind={kind} /> : null}
    </>
  );
}

/** What of the past is recorded as it was, and what is judged by today. */
function Honesty({ stored, kind }: { stored: WireRule; kind: SubjectKind }): ReactNode {
  const content = contentOf(draftOfRule(stored));
  const { data } = useQuery({
    queryKey: ['automation', 'readBack', JSON.stringify(content)],
    queryFn: ({ signal }) => fetchRoute(readBackRoute, { body: content, signal }),
  });
  const today = data?.ofToday ?? [];
  const movesTo = content.actions.includes('"assignWarehouse"');
  return (
    <p className="au-weak">
      {THEN[kind]}，只读，什么都不改。
      {today.length > 0 && `${today.map((fact) => `“${fact}”`).join('')}没有历史记录，按现在的数据判断。`}
      {movesTo && '“赶不上最晚发货”按现有库存和仓库工作日推算。'}
    </p>
  );
}

/** As of when the past is judged. */
const THEN: Readonly<Record<SubjectKind, string>> = {
  order: '按收单（或触发）当时的记录判断',
  return: '用已收货完成的退货单，按最后一次收货当时的记录判断',
  part: '用已提交的申请，按申请建立当时的记录判断',
  feed: '用失败过的推送，按失败当时的记录判断',
  remittance: '用匹配过、没有冲销的回款单判断',
};

function Outcome({ last, revision, kind }: { last: Test; revision: number; kind: SubjectKind }): ReactNode {
  const [change, setChange] = useState<TestChange | 'late' | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const { open } = usePage();
  const counts = (last.counts ?? {}) as Partial<Record<TestChange, number>>;
  const isOld = last.revision !== revision;
  return (
    <section className="wb-detail-part">
      <h2>
        第 {last.revision} 版的回测
        <small className="au-weak">
          {' '}
          {last.createTime.slice(0, 16)} · {last.createBy && <PersonName username={last.createBy} />} · {last.ms} 毫秒
        </small>
      </h2>
      {isOld && <p className="au-lock">规则已改为第 {revision} 版，启用前请重新回测。</p>}
      <div className="au-counts" role="group" aria-label="回测结果">
        <Count title={`回测${SUBJECTS[kind].title}`} count={last.orderCount} />
        <Count title="命中" count={last.matchedCount} isOn={change === null} onClick={() => setChange(null)} />
        {(Object.keys(testChange.items) as TestChange[])
          .filter((key) => (counts[key] ?? 0) > 0)
          .map((key) => (
            <Count
              key={key}
              title={testChange.items[key]}
              count={counts[key] ?? 0}
              isOn={change === key}
              onClick={() => setChange(change === key ? null : key)}
            />
          ))}
        {kind === 'order' && (
          <Count
            title="将赶不上最晚发货"
            count={last.lateCount}
            isBad={last.lateCount > 0}
            isOn={change === 'late'}
            {...(last.lateCount > 0 ? { onClick: () => setChange(change === 'late' ? null : 'late') } : {})}
          />
        )}
      </div>
      {last.orderCount === 0 && (
        <p className="au-lock">
          还没有可以回测的{SUBJECTS[kind].title}，回测没有判断任何一{SUBJECTS[kind].unit}
          ；建议先试运行，看准了再启用。
        </p>
      )}
      <ListPage<typeof ruleTestOrder, WireRow<typeof ruleTestOrder>>
        key={`${last.id} ${change ?? ''}`}
        of={ruleTestOrder}
        title={
          change === null
            ? `命中的${SUBJECTS[kind].title}`
            : change === 'late'
              ? '将赶不上最晚发货的订单'
              : `“${testChange.items[change]}”的${SUBJECTS[kind].title}`
        }
        fixed={{
          testId: last.id,
          ...(change === 'late' ? { isLate: '1' } : change ? { changes: change } : {}),
        }}
        filters={[ABOUT_FILTER[kind], 'accountId']}
        isSelectable={false}
        columns={[
          {
            key: 'orderId',
            width: 180,
            title: '对象',
            render: (row) => <AboutCell row={row} />,
            under: ['accountId'],
          },
          { key: 'said', width: 300 },
          { key: 'changes', width: 120 },
          ...(kind === 'order' ? [{ key: 'lateReason' as const, width: 380, title: '赶不上最晚发货' }] : []),
        ]}
        rowActions={(row) => [
          { key: 'why', title: '为什么', onClick: () => setShown(row.id) },
          ...aboutActions(row, open),
        ]}
        onOpen={(row) => setShown(row.id)}
      />
      {shown && <WhyDrawer of={ruleTestOrder} id={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

interface CountProps {
  title: string;
  count: number;
  isOn?: boolean;
  isBad?: boolean;
  onClick?: () => void;
}

function Count({ title, count, isOn, isBad, onClick }: CountProps): ReactNode {
  const body = (
    <>
      <strong className={isBad ? 'au-bad' : undefined}>{count}</strong>
      <span>{title}</span>
    </>
  );
  if (!onClick) return <span className="au-count">{body}</span>;
  return (
    <button
      type="button"
      className={`au-count au-count-button${isOn ? ' au-count-on' : ''}`}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {body}
    </button>
  );
}

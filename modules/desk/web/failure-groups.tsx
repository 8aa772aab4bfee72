import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, ForeignWords, keyOf, usePermission, type ListHandle, type Row } from '#kit/web/index.ts';
import { foreignParts, withOriginal } from '#kit/model/foreign-words.ts';
import { failuresRoute, type FailureGroup } from '../model/routes.ts';
import { delivery, deliveryHandler } from '../model/task.ts';
import { retryFailures } from './retry-failures.ts';

const FIRST = 4;

/** What failed, by reason and shop: each group shows its rows, and is tried again as a whole. */
export function FailureGroups<R extends Row>({ list }: { list: ListHandle<R> }): ReactNode {
  const [isAll, setAll] = useState(false);
  const { batchId } = list.params.filters;
  const { data, isPending } = useQuery({
    queryKey: keyOf(delivery, 'failures', batchId),
    queryFn: ({ signal }) => fetchRoute(failuresRoute, { query: batchId ? { batchId } : {}, signal }),
    staleTime: 0,
    placeholderData: (old) => old,
  });
  // The rows wait for what stands above them, and are not pushed down by it.
  if (isPending) return <div className="dk-failures-coming" />;
  if (!data || data.groups.length === 0) return null;
  const { groups, total } = data;
  const shown = isAll ? groups : groups.slice(0, FIRST);
  return (
    <section className="dk-failures" aria-label="失败原因">
      <h2>
        {batchId ? '这一批' : ''}失败 {total} 条，{groups.length} 种原因
      </h2>
      <ul>
        {shown.map((group) => (
          <Group key={JSON.stringify(group.query)} group={group} list={list} />
        ))}
      </ul>
      {groups.length > FIRST && (
        <Button type="link" size="small" onClick={() => setAll(!isAll)}>
          {isAll ? '收起' : `其余 ${groups.length - FIRST} 种原因`}
        </Button>
      )}
    </section>
  );
}

function Group<R extends Row>({ group, list }: { group: FailureGroup; list: ListHandle<R> }): ReactNode {
  const { handler, failure, reason, shop, count, since } = group;
  const { params } = list;
  const { tab, ...filters } = group.query;
  const isChosen = params.tab === tab && sameFilters(params.filters, filters);
  const see = (): void => {
    const batch = params.filters['batchId'];
    const left = batch ? { batchId: batch } : {};
    const next = isChosen ? left : filters;
    list.setParams({ ...params, tab, filters: next, pageNo: 1 });
  };
  return (
    <li className={`dk-failure${isChosen ? ' dk-failure-chosen' : ''}`}>
      <strong className="dk-failure-count">{count}</strong>
      <div className="dk-failure-text">
        <span>{reason || '未说明原因'}</span>
        <Original text={group.lastError} />
        <span className="dk-weak">
          {titleOf(handler)}
          {shop && ` · ${shop}`} · 最早 {since.slice(5, 16)}
        </span>
      </div>
      <Button size="small" aria-pressed={isChosen} onClick={see}>
        {isChosen ? '显示全部失败' : `查看 ${count} 条`}
      </Button>
      {failure === 'failed' && <RetryAll group={group} />}
    </li>
  );
}

function RetryAll({ group: { query, count } }: { group: FailureGroup }): ReactNode {
  const mayRetry = usePermission('desk:delivery:retry');
  const [isBusy, setBusy] = useState(false);
  if (!mayRetry) return null;
  const retry = (): void => {
    setBusy(true);
    void retryFailures(query).finally(() => setBusy(false));
  };
  return (
    <Button size="small" type="primary" ghost loading={isBusy} onClick={retry}>
      重试 {count} 条
    </Button>
  );
}

/** The words of the channel alone: the Chinese ones stand above. */
function Original({ text }: { text: string }): ReactNode {
  const originals = foreignParts(text).filter((_, index) => index % 2 === 1);
  if (originals.length === 0) return null;
  return <ForeignWords text={withOriginal('', originals.join(' · '))} />;
}

const titleOf = (handler: string): string =>
  (deliveryHandler.items as Readonly<Record<string, string>>)[handler] ?? handler;

const sameFilters = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
};

import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, ChangeList, CopyButton, keyOf, MoveButtons, PersonName, refreshResource } from '#kit/web/index.ts';
import { orderMessageRoute } from '#modules/channels/model/routes.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { MOST_ENTRIES, orderStoryRoute, STORY_KINDS, type StoryEntry, type StoryKind } from '../model/order-story.ts';
import { deliveryLifecycle } from '../model/task.ts';
import './desk.css';

/** 全程记录 of an order: who did what, before and after, what went to the channel, and its own words. */
export function OrderTimeline({ orderId }: { orderId: string }): ReactNode {
  const [kind, setKind] = useState<StoryKind | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(salesOrder, 'story', orderId),
    queryFn: ({ signal }) => fetchRoute(orderStoryRoute, { query: { id: orderId }, signal }),
    staleTime: 0,
  });
  if (error && !data)
    return (
      <p role="alert">
        {error.message}{' '}
        <Button type="link" onClick={() => void refetch()}>
          重试
        </Button>
      </p>
    );
  if (!data) return <Skeleton active />;
  const shown = data.entries.filter((one) => kind === null || one.kind === kind);
  return (
    <section className="wb-detail-part" aria-label="全程记录">
      <KindChips entries={data.entries} kind={kind} onChoose={setKind} />
      <ol className="wb-history">
        {shown.map((one) => (
          <Entry key={`${one.kind} ${one.id}`} entry={one} onMessage={setMessage} />
        ))}
      </ol>
      {data.isCut && <p className="wb-history-about">只列出最近 {MOST_ENTRIES} 条；更早的在“挂起”“备注”“变更”里。</p>}
      {message && <MessageDrawer id={message} onClose={() => setMessage(null)} />}
    </section>
  );
}

function KindChips({
  entries,
  kind,
  onChoose,
}: {
  entries: readonly StoryEntry[];
  kind: StoryKind | null;
  onChoose: (kind: StoryKind | null) => void;
}): ReactNode {
  const kinds = (Object.keys(STORY_KINDS) as StoryKind[]).filter((one) => entries.some((entry) => entry.kind === one));
  const chip = (one: StoryKind | null, title: string, count: number): ReactNode => (
    <Button
      key={title}
      size="small"
      type={kind === one ? 'primary' : 'default'}
      aria-pressed={kind === one}
      onClick={() => onChoose(kind === one ? null : one)}
    >
      {title} {count}
    </Button>
  );
  return (
    <div className="dk-story-kinds" role="group" aria-label="按类型筛选">
      {chip(null, '全部', entries.length)}
      {kinds.map((one) => chip(one, STORY_KINDS[one], entries.filter((entry) => entry.kind === one).length))}
    </div>
  );
}

function Entry({ entry, onMessage }: { entry: StoryEntry; onMessage: (id: string) => void }): ReactNode {
  const { kind, id, title, state, text, changes, actor, at, task } = entry;
  return (
    <li>
      <div className="wb-history-line">
        <strong>{title}</strong>
        {state && <span className="dk-story-state">{state}</span>}
        {kind === 'message' && (
          <Button size="small" onClick={() => onMessage(id)}>
            看原文
          </Button>
        )}
        {task && (task.status === 'dead' || task.status === 'pending') && (
          <MoveButtons
            lifecycle={deliveryLifecycle}
            row={{ id, ...task }}
            moves={['retry']}
            look="plain"
            onDone={() => void refreshResource(salesOrder)}
          />
        )}
      </div>
      {text && <div className="dk-story-text">{text}</div>}
      {changes.length > 0 && <ChangeList changes={changes} />}
      <div className="wb-history-about">
        {STORY_KINDS[kind]}
        {actor && (
          <>
            {' · '}
            <PersonName username={actor} />
          </>
        )}{' '}
        · {at}
      </div>
    </li>
  );
}

/** The words of the channel itself, as they came. */
function MessageDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { data, error } = useQuery({
    queryKey: keyOf(salesOrder, 'message', id),
    queryFn: ({ signal }) => fetchRoute(orderMessageRoute, { query: { id }, signal }),
  });
  return (
    <Drawer open title="平台原文" size="min(720px, 100vw)" onClose={onClose}>
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <p className="wb-history-about">
            {data.source} · {data.at} · {data.bytes.toLocaleString('en-US')} 字节
            {data.isCut && ' · 过长，只保留了开头'}
            {data.isMasked && ' · 买家信息已隐藏'}
            {data.text && <CopyButton text={data.text} what="原文" />}
          </p>
          {data.text === null ? (
            <p>原文含买家信息，没有查看收件人信息的权限，不能显示。</p>
          ) : (
            <pre className="dk-story-raw">{data.text}</pre>
          )}
        </>
      )}
    </Drawer>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError, fetchRoute, toastError, useDebounced, usePage } from '#kit/web/index.ts';
import { readBackRoute, tryOrderRoute, type RuleContent, type Tried } from '../model/routes.ts';
import type { Trigger } from '../model/rule.ts';
import { subjectOf, SUBJECTS } from '../model/subject.ts';
import { ExplainedTree } from './explained.tsx';

const READ_BACK_MS = 400;

/** Beside the editor: the rule in one sentence, what it still lacks, and one of what it judges to try it on. */
export function RuleSide({ content }: { content: RuleContent }): ReactNode {
  const request = useDebounced(JSON.stringify(content), READ_BACK_MS);
  const { data } = useQuery({
    queryKey: ['automation', 'readBack', request],
    queryFn: ({ signal }) => fetchRoute(readBackRoute, { body: JSON.parse(request) as RuleContent, signal }),
    placeholderData: (old) => old,
  });
  return (
    <aside className="au-side">
      <section className="wb-detail-part" aria-label="读一遍">
        <h2>读一遍</h2>
        <p className="au-said" aria-live="polite">
          {data?.said ?? '…'}
        </p>
        {data && data.faults.length > 0 && (
          <ul className="au-lacks">
            {data.faults.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </section>
      <TryOne key={subjectOf(content.trigger as Trigger)} content={content} />
    </aside>
  );
}

function TryOne({ content }: { content: RuleContent }): ReactNode {
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const { number: asked, ...subject } = SUBJECTS[subjectOf(content.trigger as Trigger)];
  const run = async (): Promise<void> => {
    if (number.trim() === '') return setFault(`请输入${asked}`);
    setBusy(true);
    setFault(null);
    try {
      setTried(await fetchRoute(tryOrderRoute, { body: { ...content, number } }));
    } catch (error) {
      setTried(null);
      if (error instanceof ApiError && error.status === 422) setFault(error.message);
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="wb-detail-part" aria-label="规则预览">
      <h2>{`规则预览：一${subject.unit}${subject.title}`}</h2>
      <form
        className="au-try"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Input
          aria-label={`规则预览的${asked}`}
          value={number}
          placeholder={asked}
          {...(fault ? { status: 'error' as const } : {})}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button htmlType="submit" loading={isBusy}>
          规则预览
        </Button>
      </form>
      {fault && (
        <p className="au-refused" role="alert">
          {fault}
        </p>
      )}
      {tried && <TriedOne tried={tried} />}
    </section>
  );
}

function TriedOne({ tried }: { tried: Tried }): ReactNode {
  const { open } = usePage();
  return (
    <div className="au-tried" role="status">
      <p>
        <Button type="link" size="small" onClick={() => open(SUBJECTS[tried.kind].page(tried.id))}>
          {tried.label}
        </Button>
        <span className="au-weak">{tried.state}，按现在的数据判断</span>
      </p>
      <p className={tried.isMatched ? 'au-good' : 'au-weak'}>
        <strong>{tried.isMatched ? '会命中' : '不会命中'}</strong>
        {tried.isMatched && `：${tried.actions.join('；')}`}
        {tried.passedOver && `：${tried.passedOver}`}
      </p>
      {tried.why && <ExplainedTree why={tried.why} />}
      {tried.isMatched && <p className="au-weak">规则预览什么都不改。</p>}
    </div>
  );
}

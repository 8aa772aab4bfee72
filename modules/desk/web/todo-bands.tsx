import { CheckCircleOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, BlankState, TimeLeft, usePage } from '#kit/web/index.ts';
import { todoRoute, type Todo } from '../model/routes.ts';
import { CardGrid, ComingCards } from './card-grid.tsx';
import { HomeCard } from './home-card.tsx';
import type { HomeShape } from './home-shape.ts';
import { addressOf, sortTodos } from './todo.ts';
import { useArrangement, type ArrangementHandle } from './use-arrangement.ts';

const REFETCH_MS = 60_000;

/** What waits, as it is shown: the cards of each band in their order, and what is as it should be. */
export interface TodosHandle {
  /** Nothing is known yet, not even that it could not be read. */
  isPending: boolean;
  error: Error | null;
  today: readonly Todo[] | undefined;
  wrong: readonly Todo[] | undefined;
  calm: readonly Todo[];
  arrangement: ArrangementHandle;
  retry: () => void;
}

export function useTodos(): TodosHandle {
  const { data, error, refetch } = useQuery({
    queryKey: ['desk:todo'],
    queryFn: ({ signal }) => fetchRoute(todoRoute, { signal }),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
  const arrangement = useArrangement();
  const of = (band: Todo['band']): Todo[] | undefined =>
    data &&
    sortTodos(
      data.filter((todo) => todo.band === band && todo.count > 0),
      arrangement.cards,
    );
  return {
    isPending: !error && (!data || !arrangement.isReady),
    error: data ? null : error,
    today: of('today'),
    wrong: of('wrong'),
    calm: data?.filter(({ count }) => count === 0) ?? [],
    arrangement,
    retry: () => void refetch(),
  };
}

/** What must be done today, by deadline, and what is wrong; a card opens exactly what it counts. */
export function TodoBands({ todos }: { todos: TodosHandle }): ReactNode {
  const { error, today = [], wrong = [], calm, arrangement, retry } = todos;
  if (error)
    return (
      <section className="dk-part" aria-label="待办">
        <BlankState
          tone="bad"
          title="待办读取失败"
          text={error.message}
          actions={
            <Button type="primary" onClick={retry}>
              重试
            </Button>
          }
        />
      </section>
    );
  return (
    <>
      <Band title="今天必须做" todos={today} arrangement={arrangement} none="今天没有必须做的事" />
      <Band title="有问题" todos={wrong} arrangement={arrangement} none="没有问题">
        {calm.length > 0 && <Calm todos={calm} isRest={today.length + wrong.length > 0} />}
      </Band>
    </>
  );
}

/** Both bands before they are known, as high as this person saw them last. */
export function ComingBands({ shape }: { shape: HomeShape }): ReactNode {
  return (
    <div role="status" aria-label="加载中…">
      {shape.hasSteps && <div className="dk-part dk-start dk-steps-coming" />}
      <ComingBand title="今天必须做" count={shape.today} />
      <ComingBand title="有问题" count={shape.wrong}>
        <div className="dk-calm dk-calm-coming" />
      </ComingBand>
    </div>
  );
}

const ComingBand = ({ title, count, children }: { title: string; count: number; children?: ReactNode }): ReactNode => (
  <div className="dk-band" aria-hidden>
    <div className="dk-head">
      <h2>{title}</h2>
    </div>
    {count > 0 ? <ComingCards count={count} /> : <p className="dk-none">&nbsp;</p>}
    {children}
  </div>
);

function Band({
  title,
  todos,
  arrangement,
  none,
  children,
}: {
  title: string;
  todos: readonly Todo[];
  arrangement: ArrangementHandle;
  none: string;
  children?: ReactNode;
}): ReactNode {
  const keys = todos.map(({ key }) => key);
  const isArranged = keys.some((key) => arrangement.cards.includes(key));
  return (
    <section aria-label={title} className="dk-band">
      <div className="dk-head">
        <h2>{title}</h2>
        {keys.length > 1 && <span className="dk-how">拖动或按 Alt+↑↓ 调整顺序</span>}
        {isArranged && (
          <Button type="link" size="small" onClick={() => arrangement.forget(keys)}>
            恢复默认
          </Button>
        )}
      </div>
      {todos.length === 0 ? (
        <p className="dk-none">
          <CheckCircleOutlined aria-hidden /> {none}
        </p>
      ) : (
        <CardGrid label={title} count={todos.length}>
          {todos.map((todo) => (
            <li key={todo.key} {...arrangement.cardProps(keys, todo)}>
              <TodoCard todo={todo} />
            </li>
          ))}
        </CardGrid>
      )}
      {children}
    </section>
  );
}

function TodoCard({ todo }: { todo: Todo }): ReactNode {
  const { key, title, hint, count, deadline, isLate, band } = todo;
  return (
    <HomeCard
      address={addressOf(todo)}
      icon={key}
      title={title}
      figure={String(count)}
      tone={isLate ? 'late' : band === 'wrong' ? 'wrong' : undefined}
      left={
        deadline && (
          <span className="dk-card-note">
            {count > 1 && '最早 '}
            <TimeLeft until={deadline} />
          </span>
        )
      }
      note={hint}
    />
  );
}

/** What is as it should be, folded to one line. */
function Calm({ todos, isRest }: { todos: readonly Todo[]; isRest: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const page = usePage();
  return (
    <div className="dk-calm">
      <Button type="text" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isRest ? '其余 ' : ''}
        {todos.length} 项正常 {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </Button>
      {isOpen && (
        <ul>
          {todos.map((todo) => (
            <li key={todo.key}>
              <Button type="link" size="small" onClick={() => page.open(addressOf(todo))}>
                {todo.title}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

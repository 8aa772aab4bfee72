import { CheckCircleOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { askRoute, BlankState, TimeLeft, usePage } from '#kit/web/index.ts';
import { todoRoute, type Todo } from '../model/routes.ts';
import { HomeCard } from './home-card.tsx';
import { addressOf, sortTodos } from './todo.ts';
import { useArrangement, type ArrangementHandle } from './use-arrangement.ts';

const ASK_AGAIN = 60_000;

/** What must be done today, by deadline, and what is wrong; a card opens exactly what it counts. */
export function TodoBands(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['desk:todo'],
    queryFn: ({ signal }) => askRoute(todoRoute, { signal }),
    refetchInterval: ASK_AGAIN,
    staleTime: 0,
  });
  const arrangement = useArrangement();
  if (error && !data)
    return (
      <section className="dk-part" aria-label="待办">
        <BlankState
          tone="bad"
          title="待办读取失败"
          text={error.message}
          actions={
            <Button type="primary" onClick={() => void refetch()}>
              重试
            </Button>
          }
        />
      </section>
    );
  if (!data || !arrangement.isReady) return <Skeleton active aria-label="加载中…" />;
  const of = (band: Todo['band']): Todo[] =>
    sortTodos(
      data.filter((todo) => todo.band === band && todo.count > 0),
      arrangement.cards,
    );
  const calm = data.filter(({ count }) => count === 0);
  const [today, wrong] = [of('today'), of('wrong')];
  return (
    <>
      <Band title="今天必须做" todos={today} arrangement={arrangement} none="今天没有必须做的事" />
      <Band title="有问题" todos={wrong} arrangement={arrangement} none="没有问题">
        {calm.length > 0 && <Calm todos={calm} isRest={today.length + wrong.length > 0} />}
      </Band>
    </>
  );
}

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
        <ul className="dk-cards" aria-label={title}>
          {todos.map((todo) => (
            <li key={todo.key} {...arrangement.cardProps(keys, todo)}>
              <TodoCard todo={todo} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

function TodoCard({ todo }: { todo: Todo }): ReactNode {
  const { key, title, count, deadline, isLate, band } = todo;
  return (
    <HomeCard
      address={addressOf(todo)}
      icon={key}
      title={title}
      figure={String(count)}
      tone={isLate ? 'late' : band === 'wrong' ? 'wrong' : undefined}
      note={
        deadline ? (
          <>
            最早 <TimeLeft until={deadline} />
          </>
        ) : (
          '查看明细'
        )
      }
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

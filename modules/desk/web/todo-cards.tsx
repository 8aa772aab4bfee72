import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { askRoute, BlankState, TimeLeft, usePage } from '#kit/web/index.ts';
import { todoRoute, type Todo } from '../model/routes.ts';
import { sortTodos, todoAddress } from './todo.ts';

const ASK_AGAIN = 60_000;

/** Counts of what waits, the late ones first; a click opens the list of exactly these. */
export function TodoCards(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['desk:todo'],
    queryFn: ({ signal }) => askRoute(todoRoute, { signal }),
    refetchInterval: ASK_AGAIN,
    staleTime: 0,
  });
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
  if (!data) return <Skeleton active aria-label="加载中…" />;
  const { waiting, done } = sortTodos(data);
  return (
    <section aria-label="待办">
      <h2>待办</h2>
      {waiting.length === 0 ? (
        <div className="dk-part">
          <BlankState title="没有待办" text="新订单拉取后会出现在这里。" />
        </div>
      ) : (
        <ul className="dk-todos">
          {waiting.map((todo) => (
            <li key={todo.key}>
              <TodoCard todo={todo} />
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <p className="dk-done">已清零：{done.map((todo) => todo.title).join('、')}</p>
      )}
    </section>
  );
}

function TodoCard({ todo }: { todo: Todo }): ReactNode {
  const page = usePage();
  const address = todoAddress(todo);
  return (
    <a
      className={todo.isLate ? 'dk-todo dk-todo-late' : 'dk-todo'}
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        page.open(address);
      }}
    >
      <span>{todo.title}</span>
      <strong>{todo.count}</strong>
      <span className="dk-deadline">
        {todo.deadline ? (
          <>
            最早 <TimeLeft until={todo.deadline} />
          </>
        ) : (
          ' '
        )}
      </span>
    </a>
  );
}

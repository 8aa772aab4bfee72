import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, TimeLeft, usePage } from '#kit/web/index.ts';
import { ruleTask } from '../model/rule-records.ts';
import { aboutActions, AboutCell, wayToAbout } from './about.tsx';
import './rules.css';

/** 规则待办: what rules ask people to do, the most urgent first. */
export function TaskList(): ReactNode {
  const { open } = usePage();
  return (
    <ListPage<typeof ruleTask, WireRow<typeof ruleTask>>
      of={ruleTask}
      tab="open"
      withAll
      columns={[
        { key: 'title', width: 240, under: ['ruleId'] },
        {
          key: 'orderId',
          width: 180,
          title: '对象',
          render: (row) => <AboutCell row={row} />,
          under: ['accountId'],
        },
        'assignee',
        {
          key: 'dueAt',
          width: 150,
          render: (row) => (row.status === 'open' ? <TimeLeft until={row.dueAt} /> : row.dueAt.slice(0, 16)),
        },
        'status',
      ]}
      rowActions={(row) => [...aboutActions(row, open)]}
      onOpen={(row) => open(wayToAbout(row)?.path ?? '/rules/tasks')}
      emptyText="规则的动作“建待办”会在这里留下要人处理的事。"
    />
  );
}

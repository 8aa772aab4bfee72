import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { ListPage, useIsMobile, usePage, usePermission } from '#kit/web/index.ts';
import { rule, type Trigger } from '../model/rule.ts';
import { subjectOf, SUBJECTS } from '../model/subject.ts';
import { TEMPLATES } from '../model/templates.ts';
import type { WireRule } from './rule-draft.ts';
import './rules.css';

/** What a rule is judged about is counted in. */
const unitOf = (trigger: Trigger): string => {
  const kind = subjectOf(trigger);
  return kind === 'order' ? '单' : SUBJECTS[kind].unit;
};

/** 自动化规则: in the order in which they are judged, with what each has met lately. */
export function RuleList(): ReactNode {
  const { open } = usePage();
  const mayAdd = usePermission('automation:rule:add');
  const mayTest = usePermission('automation:rule:test');
  return (
    <ListPage<typeof rule, WireRule>
      of={rule}
      withAll
      form={null}
      isClosed
      lacks={() => ['edit']}
      inPlace={['priority', 'note']}
      columns={[
        { key: 'name', width: 220, under: ['note'] },
        { key: 'status', width: 120, under: ['fault'] },
        { key: 'trigger', width: 130, under: ['cron'] },
        { key: 'priority', width: 90 },
        {
          key: 'hits',
          title: '近 7 天命中',
          width: 110,
          render: (row) => `${row.hits ?? 0} ${unitOf(row.trigger as Trigger)}`,
          isBlank: (row) => (row.hits ?? 0) === 0,
        },
        {
          key: 'revision',
          width: 130,
          render: (row) => (
            <>
              第 {row.revision} 版
              <small className={row.testedRevision === row.revision ? 'au-good' : 'au-weak'}>
                {row.testedRevision === row.revision ? ' 已回测' : ' 未回测'}
              </small>
            </>
          ),
        },
        { key: 'updateTime', width: 150, under: ['owner'] },
      ]}
      filters={['name', 'code', 'trigger', 'status']}
      primary={mayAdd && <NewRule />}
      rowActions={(row) => {
        const isUntested = row.testedRevision !== row.revision && row.status !== 'active';
        return [
          {
            key: 'open',
            title: row.status === 'active' ? '查看' : '编辑',
            onClick: () => open(`/rules/${row.id}`),
          },
          ...(isUntested && mayTest
            ? [
                {
                  key: 'test',
                  title: '启用',
                  disabled: true,
                  reason: `第 ${row.revision} 版还没有回测，先回测再启用`,
                  onClick: () => undefined,
                },
              ]
            : []),
        ];
      }}
      moves={(row) => (row.testedRevision === row.revision ? ['activate', 'tryOut', 'pause'] : ['tryOut', 'pause'])}
      onOpen={(row) => open(`/rules/${row.id}`)}
    />
  );
}

/** 新增规则, on a desk with the templates beside it; a phone has them on the page of the new one. */
function NewRule(): ReactNode {
  const { open } = usePage();
  const isMobile = useIsMobile();
  if (isMobile)
    return (
      <Button type="primary" onClick={() => open('/rules/new')}>
        新增规则
      </Button>
    );
  return (
    <Dropdown.Button
      type="primary"
      icon={<DownOutlined aria-label="用模板" />}
      menu={{
        items: TEMPLATES.map(({ name, hint }) => ({
          key: name,
          label: (
            <span className="au-template">
              {name}
              <small>{hint}</small>
            </span>
          ),
        })),
        onClick: ({ key }) => open(`/rules/new?template=${encodeURIComponent(key)}`),
      }}
      onClick={() => open('/rules/new')}
    >
      新增规则
    </Dropdown.Button>
  );
}

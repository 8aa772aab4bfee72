import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, usePage } from '#kit/web/index.ts';
import { ruleRun } from '../model/rule-records.ts';
import type { SubjectKind } from '../model/subject.ts';
import { ABOUT_FILTER, aboutActions, AboutCell } from './about.tsx';
import { WhyDrawer } from './why-drawer.tsx';
import './rules.css';

type RunRow = WireRow<typeof ruleRun>;

/** 执行结果: all runs, or those of one rule. */
export function RuleRuns({ ruleId, kind }: { ruleId?: string; kind?: SubjectKind }): ReactNode {
  const { open } = usePage();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <ListPage<typeof ruleRun, RunRow>
        of={ruleRun}
        fixed={ruleId ? { ruleId } : undefined}
        {...(ruleId ? { title: '这条规则的轨迹' } : {})}
        isSelectable={false}
        columns={[
          {
            key: 'orderId',
            width: 180,
            title: '对象',
            render: (row) => <AboutCell row={row} />,
            under: ['accountId'],
          },
          ...(ruleId ? [] : [{ key: 'ruleId' as const, width: 160, under: ['revision' as const] }]),
          { key: 'outcome', width: 96, under: ['trigger'] },
          { key: 'said', width: 320 },
          { key: 'createTime', width: 150, under: ['ms'] },
        ]}
        filters={[
          'outcome',
          ...(kind ? [ABOUT_FILTER[kind]] : Object.values(ABOUT_FILTER)),
          ...(ruleId ? [] : (['ruleId'] as const)),
          'trigger',
          'accountId',
          'createTime',
        ]}
        rowActions={(row) => [
          { key: 'why', title: '为什么', onClick: () => setShown(row.id) },
          ...aboutActions(row, open),
        ]}
        onOpen={(row) => setShown(row.id)}
      />
      {shown && <WhyDrawer of={ruleRun} id={shown} onClose={() => setShown(null)} />}
    </>
  );
}

export const RunList = (): ReactNode => <RuleRuns />;

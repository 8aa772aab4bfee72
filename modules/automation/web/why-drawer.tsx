import { Button, Drawer, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import { useOptionalPage, useRow } from '#kit/web/index.ts';
import type { Explained } from '../model/judge-rules.ts';
import { aboutOf, SUBJECTS } from '../model/subject.ts';
import { aboutText, wayToAbout, type AboutRow } from './about.tsx';
import { ExplainedTree } from './explained.tsx';

/** A deed as it is stored with a run. */
export interface WireActionResult {
  kind: string;
  text: string;
  state: 'done' | 'same' | 'refused' | 'skipped';
  note?: string;
}

const STATE_TITLES = {
  done: '已执行',
  same: '无需改动',
  refused: '未能执行',
  skipped: '未执行',
} as const;

/** What was done, action by action, and why not. */
export const ActionResults = ({ deeds }: { deeds: readonly WireActionResult[] }): ReactNode => (
  <ul className="au-deeds">
    {deeds.map((operation, index) => (
      <li key={index} className={`au-deed-${operation.state}`}>
        <span className="au-deed-state">{STATE_TITLES[operation.state]}</span>
        <span>
          {operation.text}
          {operation.note && <small className="au-weak">{operation.note}</small>}
        </span>
      </li>
    ))}
  </ul>
);

interface WhyProps {
  /** A run, or what a back-test has met. */
  of: AnyResource;
  id: string;
  onClose: () => void;
}

const hiddenText = ({ remittanceId }: AboutRow): string =>
  remittanceId ? '您没有查看回款单的权限，逐条判断不显示。' : '它的订单不在您负责的范围内，逐条判断不显示。';

/** Why a rule held or not, and what came of it. */
export function WhyDrawer({ of, id, onClose }: WhyProps): ReactNode {
  const page = useOptionalPage();
  const { data, error } = useRow(of, id);
  const row = data as
    | (Record<string, unknown> &
        AboutRow & { why: Explained | null; isWhyHidden?: boolean; deeds?: WireActionResult[] })
    | undefined;
  const way = row ? wayToAbout(row) : null;
  const text = (key: string): string => String(row?.[key] ?? '');
  return (
    <Drawer
      open
      size={520}
      title={row ? `${SUBJECTS[aboutOf(row)?.kind ?? 'order'].title} ${aboutText(row)}` : '为什么'}
      onClose={onClose}
      extra={
        way && page ? (
          <Button size="small" onClick={() => page.open(way.path)}>
            {way.title}
          </Button>
        ) : null
      }
    >
      {error && !row && <p className="au-refused">{error.message}</p>}
      {!row && !error && <Skeleton active />}
      {row && (
        <>
          {text('said') && <p className="au-said">{text('said')}</p>}
          {text('lateReason') && <p className="au-bad">{text('lateReason')}</p>}
          {row.deeds && row.deeds.length > 0 && <ActionResults deeds={row.deeds} />}
          {row.why ? (
            <ExplainedTree why={row.why} />
          ) : (
            <p className="au-weak">{row.isWhyHidden ? hiddenText(row) : '没有判断条件。'}</p>
          )}
        </>
      )}
    </Drawer>
  );
}

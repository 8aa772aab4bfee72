import type { ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { describeStates } from '../help/handbook.ts';

/** A tab over one or more states, with the number of documents in it. */
export function StatusTabs({
  lifecycle,
  active,
  counts,
  withAll,
  onChange,
}: {
  lifecycle: AnyLifecycle;
  active: string | undefined;
  counts: Readonly<Record<string, number>> | undefined;
  /** Whether 全部 stands in front. */
  withAll: boolean;
  onChange: (tab: string | undefined) => void;
}): ReactNode {
  const tabs = Object.entries(lifecycle.tabs).map(([key, { title, states }]) => ({
    key,
    title,
    tell: describeStates(lifecycle, states),
  }));
  const all = { key: undefined, title: '全部', tell: undefined };
  return (
    <div className="wb-status-tabs" role="group" aria-label="状态">
      {[...(withAll ? [all] : []), ...tabs].map(({ key, title, tell }) => (
        <button
          key={key ?? ''}
          type="button"
          aria-pressed={key === active}
          className={key === active ? 'wb-status-active' : ''}
          onPointerEnter={tell}
          onFocus={tell}
          onClick={() => onChange(key)}
        >
          {title}
          {key !== undefined && <span className="wb-status-count">{counts?.[key]}</span>}
        </button>
      ))}
    </div>
  );
}

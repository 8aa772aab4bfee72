import type { ReactNode } from 'react';
import { holdTitle } from '../model/hold-title.ts';
import { useRepair } from './hold-repair.tsx';
import { HoldTag } from './hold-tag.tsx';
import { useGlance } from './use-glance.ts';
import './orders.css';

/** Why an order is held, one tag per reason: together the button that opens what clears them. */
export function HoldTags({ id, holds }: { id: string; holds: readonly string[] | null }): ReactNode {
  if (!holds || holds.length === 0) return <span className="wb-none">—</span>;
  return <HeldBy id={id} holds={holds} />;
}

/** Pointing at the tags tells the case behind each. */
function HeldBy({ id, holds }: { id: string; holds: readonly string[] }): ReactNode {
  const repair = useRepair();
  const cases = useGlance(id)?.holds.map(({ type, detail, openedAt }) =>
    [`${holdTitle(type)}${detail && `：${detail}`}`, openedAt].join('　'),
  );
  return (
    <button
      type="button"
      className="or-holds"
      data-holds={id}
      aria-haspopup="dialog"
      aria-label={`处理挂起：${holds.map(holdTitle).join('、')}`}
      title={cases?.join('\n')}
      onClick={() => repair(id)}
    >
      {holds.map((type) => (
        <HoldTag key={type} type={type} />
      ))}
    </button>
  );
}

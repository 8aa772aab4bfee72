import type { ReactNode } from 'react';
import { holdTitle } from '../model/hold-title.ts';
import { useRepair } from './hold-repair.tsx';
import { HoldTag, URGENT } from './hold-tag.tsx';
import { useGlance } from './use-glance.ts';
import './orders.css';

/** Why an order is held, the most pressing reason and how many others: together the button that opens what clears them. */
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
      title={(cases?.length ? cases : holds.map(holdTitle)).join('\n')}
      onClick={() => repair(id)}
    >
      <FoldedHolds holds={holds} />
    </button>
  );
}

/** A cell has room for one tag: who the buyer or the channel waits for stands in front, `+2` for those behind it. */
export function FoldedHolds({ holds }: { holds: readonly string[] }): ReactNode {
  const first = mostPressing(holds);
  if (first === undefined) return null;
  return (
    <>
      <HoldTag type={first} />
      {holds.length > 1 && <span className="or-hold-more">+{holds.length - 1}</span>}
    </>
  );
}

/** What somebody held by hand says least of itself: its reason is read in the panel. */
const mostPressing = (holds: readonly string[]): string | undefined =>
  holds.find((type) => URGENT.has(type)) ?? holds.find((type) => type !== 'manual') ?? holds[0];

/** What {@link FoldedHolds} says, with the room of a tag around it: by it a column is as wide as its rows need. */
export const foldedText = (holds: readonly string[]): string => {
  const first = mostPressing(holds);
  if (first === undefined) return '';
  return `${holdTitle(first)}　${holds.length > 1 ? ` +${holds.length - 1}` : ''}`;
};

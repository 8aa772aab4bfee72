import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { fetched } from '#kit/web/index.ts';
import { holdTitle } from './hold-title.ts';
import './orders.css';

/** Reasons that the buyer or the channel is waiting for; they are distinguished by their colour. */
const URGENT = new Set(['cancelRequest', 'noAck', 'address', 'channelChange', 'answeredElsewhere']);

const HoldWords = fetched<{ id: string }>(() =>
  import('./hold-words.tsx').then((module) => module.HoldWords),
);

/** Why an order is held, one tag per reason; pointing at them tells the words of each. */
export function HoldTags({
  id,
  holds,
}: {
  id: string;
  holds: readonly string[] | null;
}): ReactNode {
  if (!holds || holds.length === 0) return <span className="wb-none">—</span>;
  return (
    <Popover title="挂起原因" content={<HoldWords id={id} />} mouseEnterDelay={0.15}>
      <span className="or-holds" tabIndex={0}>
        {holds.map((type) => (
          <HoldTag key={type} type={type} />
        ))}
      </span>
    </Popover>
  );
}

export const HoldTag = ({ type }: { type: string }): ReactNode => (
  <span className={`or-hold${URGENT.has(type) ? ' or-hold-urgent' : ''}`}>{holdTitle(type)}</span>
);

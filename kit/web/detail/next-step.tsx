import type { ReactNode } from 'react';
import { usePermissions } from '../session/access.ts';
import { TimeLeft } from '#ui/time-left.tsx';
import { ZonedTime } from '#ui/zoned-time.tsx';
import './detail.css';
import './detail-parts.css';

/** A moment by which something has to be done. */
export interface NextDeadline {
  what: string;
  /** Wire time. */
  at: string;
  /** From how many hours before it is near. */
  nearHours: number;
}

/** Whose work a step is, in the words of the house, and the right that it takes. */
export interface NextHand {
  team: string;
  permission: string;
}

/** 下一步: what happens next, until when by our clocks and those of the place, and what stands before it. */
export function NextStep({
  what,
  who,
  first,
  by,
  zone,
  place,
}: {
  what: string;
  /** Whose turn it is, by what it takes: named to a reader who may not do it. */
  who?: NextHand | undefined;
  /** What has to be done before. */
  first?: string | undefined;
  by: readonly NextDeadline[];
  /** IANA name of the clocks there. */
  zone: string | null | undefined;
  /** Whose clocks. */
  place: string;
}): ReactNode {
  const may = usePermissions();
  return (
    <section className="wb-detail-part" aria-label="下一步">
      <h2>下一步</h2>
      <p className="wb-next">{who && !may(who.permission) ? `等${who.team}：${what}` : what}</p>
      {first && <p className="wb-next-first">{first}</p>}
      {by.map(({ what: word, at, nearHours }) => (
        <p key={word} className="wb-next-by">
          <TimeLeft until={at} nearHours={nearHours} />
          <span>
            {word} {at}
          </span>
          <ZonedTime at={at} zone={zone} place={place} />
        </p>
      ))}
    </section>
  );
}

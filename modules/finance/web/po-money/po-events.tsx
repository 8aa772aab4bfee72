import type { ReactNode } from 'react';
import { grouped } from '#kit/web/index.ts';
import type { PoEvent } from '../../model/po-money/po-money-routes.ts';
import { PoSourceLink } from './po-source-link.tsx';

const MINUTES = 16;

/** What happened about a PO, day by day; what was taken back is struck through. */
export const PoEvents = ({ events }: { events: readonly PoEvent[] }): ReactNode => (
  <section className="wb-detail-part">
    <h2>
      时间线<span className="wb-part-count">{events.length}</span>
    </h2>
    <ol className="fi-po-events" aria-label="时间线">
      {events.map((event, at) => (
        <li key={at} className={`fi-po-event fi-po-dot-${event.tone}`}>
          <time className="fi-weak">{event.at.slice(0, MINUTES)}</time>
          <span className="fi-po-what">
            {event.isUndone ? <s>{event.title}</s> : <strong>{event.title}</strong>} <PoSourceLink of={event.source} />
            {(event.source.place || event.text) && (
              <small>{[event.source.place, event.text].filter(Boolean).join(' · ')}</small>
            )}
          </span>
          {event.amount !== null && <Amount event={event} />}
        </li>
      ))}
    </ol>
  </section>
);

const Amount = ({ event: { amount, currency, isUndone } }: { event: PoEvent }): ReactNode => {
  const text = `${grouped(amount)} ${currency}`;
  return <span className="fi-po-figure">{isUndone ? <s>{text}</s> : text}</span>;
};

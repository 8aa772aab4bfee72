import type { ReactNode } from 'react';
import { waitingWords } from '../../model/station-waiting.ts';
import type { Waiting } from './use-waiting.ts';

/** What is packed and waits: for labels, for a printer, to leave. */
export function StationStrip({ waiting }: { waiting: Waiting }): ReactNode {
  const { rows, faults } = waiting;
  if (rows.length === 0) return null;
  return (
    <section className="ps-strip" aria-label="等待中">
      <strong>等待中 {rows.length}</strong>
      <ul>
        {rows.map((row) => {
          const { tone, words } = waitingWords(row, faults[row.id]);
          return (
            <li key={row.id} className={`ps-wait ps-wait-${tone}`}>
              <b>{row.channelOrderNo}</b> {words}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

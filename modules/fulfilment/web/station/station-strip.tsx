import type { ReactNode } from 'react';
import { unprinted, type StationShipment } from '../../model/station.ts';
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
          const { tone, words } = stateOf(row, faults[row.id]);
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

function stateOf(
  row: StationShipment,
  fault: string | undefined,
): { tone: 'calm' | 'bad'; words: string } {
  const missing = unprinted(row).length;
  if (fault) return { tone: 'bad', words: missing > 0 ? `${missing} 箱未打印：${fault}` : fault };
  if (row.labelError) return { tone: 'bad', words: `面单失败：${row.labelError}` };
  if (row.status === 'labelling') return { tone: 'calm', words: '等待面单' };
  if (row.status === 'packed') return { tone: 'bad', words: '还没有面单' };
  if (missing > 0) return { tone: 'calm', words: `${missing} 箱待打印` };
  return { tone: 'calm', words: '待出库' };
}

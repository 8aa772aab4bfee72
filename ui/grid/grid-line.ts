import type { JoinPage } from '../host.ts';
import { caseId } from './case-id.ts';
import { readToldRow } from './told-row.ts';
import type { GridLive } from './grid-live.ts';

/** Puts a grid on the socket of its page. @returns how to take it off again */
export function connectGrid(
  live: GridLive,
  { pageId, socketKey, joinPage }: { pageId: string; socketKey: string; joinPage: JoinPage },
): () => void {
  const seat = joinPage(pageId, (type, data) => {
    if (type === 'common_send_date') return live.hands.hear(data, socketKey);
    const told = type === 'update_vxe_table' ? readToldRow(data) : null;
    if (told && told.socketKey === socketKey && told.caseId !== caseId) live.hear(told.row, told.who);
  });
  const part = live.join({
    tell: (row) => seat.tell(socketKey, row),
    edit: (cell) => seat.edit({ socketKey, cell }),
  });
  return () => {
    part();
    seat.leave();
  };
}

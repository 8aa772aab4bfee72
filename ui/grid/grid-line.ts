import type { JoinPage } from '../host.ts';
import { caseId } from './case-id.ts';
import { readReceivedRow } from './received-row.ts';
import type { GridLive } from './grid-live.ts';

/** Puts a grid on the socket of its page. @returns how to take it off again */
export function connectGrid(
  live: GridLive,
  { pageId, socketKey, joinPage }: { pageId: string; socketKey: string; joinPage: JoinPage },
): () => void {
  const seat = joinPage(pageId, (type, data) => {
    if (type === 'common_send_date') return live.presence.hear(data, socketKey);
    const reported = type === 'update_vxe_table' ? readReceivedRow(data) : null;
    if (reported && reported.socketKey === socketKey && reported.caseId !== caseId)
      live.hear(reported.row, reported.who);
  });
  const part = live.join({
    send: (row) => seat.tell(socketKey, row),
    edit: (cell) => seat.edit({ socketKey, cell }),
  });
  return () => {
    part();
    seat.leave();
  };
}

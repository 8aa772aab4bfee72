import { EDITING_BEAT_MS, EDITING_CELL, type EditingCellSaid } from '#kit/model/editing-cell.ts';
import type { Row } from '../cells/faces.ts';
import { apiBase } from '../http.ts';
import type { Session } from '../session/session-store.ts';
import { createDataSocket } from './data-socket.ts';
import { dialTo, realTimers, socketUrl } from './line.ts';
import { createPacedSender } from './paced-sender.ts';

/** Names this window as the origin of what it tells. */
export const caseId = Math.random().toString(36).slice(2);

type Hear = (type: string, data: unknown) => void;

/** One place at a page's socket; all of a window share the socket. */
export interface PageSeat {
  /** Tells the others of a row as it is stored now. */
  tell(socketKey: string, row: Row): void;
  /** Tells them which cell is being edited; null: none any more. */
  edit(said: EditingCellSaid): void;
  leave(): void;
}

interface PageSocket {
  hearers: Set<Hear>;
  tell: PageSeat['tell'];
  edit: PageSeat['edit'];
  stop: () => void;
}

const open = new Map<string, PageSocket>();

/** Joins those who have a page open, over a socket that lasts as long as anybody here listens. */
export function joinPage(
  pageId: string,
  session: Pick<Session, 'token' | 'user'>,
  hear: Hear,
): PageSeat {
  const name = `${pageId} ${session.token}`;
  const page = open.get(name) ?? openPage(pageId, session);
  open.set(name, page);
  page.hearers.add(hear);
  return {
    tell: page.tell,
    edit: page.edit,
    leave() {
      if (!page.hearers.delete(hear) || page.hearers.size > 0) return;
      open.delete(name);
      page.stop();
    },
  };
}

function openPage(pageId: string, { token, user }: Pick<Session, 'token' | 'user'>): PageSocket {
  const hearers = new Set<Hear>();
  const socket = createDataSocket({
    dial: dialTo(socketUrl(apiBase(), 'vxeSocket', user.id, pageId), token),
    timers: realTimers,
    onMessage: (type, data) => {
      for (const hear of [...hearers]) hear(type, data);
    },
  });
  const paced = createPacedSender(realTimers);
  /** A window edits one cell at a time, whichever grid it stands in. */
  let hand: EditingCellSaid | null = null;
  let stopBeating = (): void => undefined;
  const wave = (args: EditingCellSaid): void => {
    paced.say('hand', () => socket.send('common_send_date', { key: EDITING_CELL, args }));
    stopBeating();
    if (args.cell) stopBeating = realTimers.after(EDITING_BEAT_MS, () => wave(args));
  };
  socket.start();
  return {
    hearers,
    tell: (socketKey, row) =>
      paced.say(`${socketKey} ${row.id}`, () =>
        socket.send('update_vxe_table', { socketKey, args: [row, caseId] }),
      ),
    edit(said) {
      // One grid is left after another was entered: the hand is in the other by now.
      if (!said.cell && (!hand?.cell || hand.socketKey !== said.socketKey)) return;
      hand = said;
      wave(said);
    },
    stop() {
      stopBeating();
      paced.stop();
      socket.stop();
    },
  };
}

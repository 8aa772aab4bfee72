import { EDITING_BEAT_MS, EDITING_CELL, type EditingCell } from '#kit/model/editing-cell.ts';
import type { PageSeat } from '#ui/host.ts';
import { apiBase } from '#ui/http/http.ts';
import { createDataSocket } from './data-socket.ts';
import { realTimers } from '#ui/timers.ts';
import { dialTo, socketUrl } from './line.ts';
import { createPacedSender } from './paced-sender.ts';
import { caseId } from '#ui/grid/case-id.ts';

/** Whose socket it is. */
interface Person {
  token: string;
  user: { id: string };
}

type Hear = (type: string, data: unknown) => void;

interface PageSocket {
  hearers: Set<Hear>;
  tell: PageSeat['tell'];
  edit: PageSeat['edit'];
  stop: () => void;
}

const open = new Map<string, PageSocket>();

/** Joins those who have a page open, over a socket that lasts as long as anybody here listens. */
export function joinPage(pageId: string, session: Person, hear: Hear): PageSeat {
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

function openPage(pageId: string, { token, user }: Person): PageSocket {
  const hearers = new Set<Hear>();
  const socket = createDataSocket({
    dial: dialTo(socketUrl(apiBase(), 'vxeSocket', user.id, pageId), token),
    timers: realTimers,
    onMessage: (type, data) => {
      for (const hear of Array.from(hearers)) hear(type, data);
    },
  });
  const paced = createPacedSender(realTimers);
  /** A window edits one cell at a time, whichever grid it stands in. */
  let hand: EditingCell | null = null;
  let stopBeating = (): void => undefined;
  const wave = (args: EditingCell): void => {
    paced.say('hand', () => socket.send('common_send_date', { key: EDITING_CELL, args }));
    stopBeating();
    if (args.cell) stopBeating = realTimers.after(EDITING_BEAT_MS, () => wave(args));
  };
  socket.start();
  return {
    hearers,
    tell: (socketKey, row) =>
      paced.say(`${socketKey} ${row.id}`, () => socket.send('update_vxe_table', { socketKey, args: [row, caseId] })),
    edit(answers) {
      // One grid is left after another was entered: the hand is in the other by now.
      if (!answers.cell && (!hand?.cell || hand.socketKey !== answers.socketKey)) return;
      hand = answers;
      wave(answers);
    },
    stop() {
      stopBeating();
      paced.stop();
      socket.stop();
    },
  };
}

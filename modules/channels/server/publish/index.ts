import { carriedOut } from '#kit/server/deliveries.ts';
import type { Parts } from '#kit/server/module.ts';
import { publishJob } from '../../model/jobs.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import type { Connections } from '../connections.ts';
import type { ChannelServices, ChannelTiming } from '../services.ts';
import { addPublishTask, listingClasses } from './add-task.ts';
import { publishBeside } from './beside-task.ts';
import { fixCells } from './fix-cells.ts';
import type { PictureUrl } from './listed-goods.ts';
import * as publishMoves from './publish-moves.ts';
import { publishAnswersSheet, publishSheet } from './publish-sheet.ts';
import { publishTodos } from './publish-todos.ts';
import { publishHandler } from './publish-work.ts';
import { refreshForm } from './refresh-form.ts';
import { saveCells } from './save-cells.ts';

/** 刊登, as a part of its module. */
export const publishParts = {
  serves: [{ resource: publishTask, detail: async (tx, row) => ({ ...(await publishBeside(tx, row)) }) }],
  moves: [publishMoves],
  todos: publishTodos,
} as const satisfies Parts;

/** What of it needs services. */
export const buildPublishing = (
  { registry, clock, filesAt }: ChannelServices,
  connections: Connections,
  timing: ChannelTiming,
) => {
  const pictureUrl: PictureUrl = (path) => publicAddress(filesAt ?? '', path);
  return {
    routes: [
      listingClasses(connections),
      addPublishTask({ registry, pictureUrl, now: clock }, connections),
      saveCells,
      fixCells(pictureUrl),
      refreshForm(connections),
      publishSheet,
    ],
    documents: [publishAnswersSheet],
    jobs: [carriedOut(publishJob, publishHandler(connections, timing))],
  } satisfies Parts;
};

/** Files are open to everybody only where the install says where they stand. */
function publicAddress(base: string, path: string): string | null {
  if (/^https?:\/\//iu.test(path)) return path;
  return base === '' ? null : `${base.replace(/\/+$/u, '')}/${path.replace(/^\/+/u, '')}`;
}

import { jobs } from './task.ts';

/** How far the work is that one batch of a person has set off at a channel. */
export interface BatchProgress {
  id: string;
  /** What is done, in words. */
  title: string;
  total: number;
  done: number;
  failed: number;
}

/** Tasks a person waits for after a batch; what else it sets off inside the house is not counted. */
export const AWAITED: ReadonlyMap<string, string> = new Map(
  jobs.flatMap(({ name, awaitedAs }) => (awaitedAs === undefined ? [] : [[name, awaitedAs]])),
);

/** Whether nothing of a batch is under way any more. */
export const isOver = ({ total, done, failed }: BatchProgress): boolean => done + failed >= total;

/** `接单回传 61/300 · 失败 3` */
export const batchText = ({ title, total, done, failed }: BatchProgress): string =>
  `${title} ${done}/${total}${failed > 0 ? ` · 失败 ${failed}` : ''}`;

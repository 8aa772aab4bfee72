import { jobs } from './task.ts';

/** How far the work is that one batch of a person has set off at a channel. */
export interface BatchProgress {
  id: string;
  /** What is done, in words. */
  title: string;
  total: number;
  done: number;
  failed: number;
  /** There is no interface for it: a person does it at the channel. */
  byHand: number;
  /** The tasks of it that failed. */
  query: Record<string, string>;
}

/** Tasks a person waits for after a batch; what else it sets off inside the house is not counted. */
export const AWAITED: ReadonlyMap<string, string> = new Map(
  jobs.flatMap(({ name, awaitedAs }) => (awaitedAs === undefined ? [] : [[name, awaitedAs]])),
);

/** Whether nothing of a batch is under way any more. */
export const isOver = ({ total, done, failed, byHand }: BatchProgress): boolean => done + failed + byHand >= total;

/** `接单同步 61/300 · 失败 3` */
export const batchText = ({ title, total, done, failed, byHand }: BatchProgress): string =>
  [
    `${title} ${done}/${total}`,
    ...(failed > 0 ? [`失败 ${failed}`] : []),
    ...(byHand > 0 ? [`请到平台处理 ${byHand}`] : []),
  ].join(' · ');

import type { Move } from '#kit/model/lifecycle.ts';
import type { BatchRow } from '#kit/model/resource-routes.ts';

type MoveTexts = Pick<Move, 'title' | 'submits'>;

const HANDED_ON = '已提交';

/** Whether what came of the move has still to be taken by somebody outside. */
const isHandedOn = ({ submits }: MoveTexts, state: string | undefined): boolean =>
  submits !== undefined && state !== undefined && submits.in.includes(state);

/** What is said of one document that moved: success only where nothing is left to be confirmed. */
export function doneText(move: MoveTexts, state: string | undefined, callBackSeconds = 0): string {
  const { submits, title } = move;
  const done = submits && isHandedOn(move, state) ? `${submits.said ?? HANDED_ON}，${submits.next}` : `${title}成功`;
  return callBackSeconds > 0 ? `${done}；${callBackSeconds} 秒内可以撤回` : done;
}

/** What is said of a batch: how much is done, how much is handed on, how much failed. */
export function batchText(move: MoveTexts, rows: readonly BatchRow[]): string {
  const { submits, title } = move;
  const moved = rows.filter((row) => row.ok);
  const handedOn = moved.filter((row) => isHandedOn(move, row.state)).length;
  const failed = rows.length - moved.length;
  if (!submits || handedOn === 0) return `${title}成功 ${moved.length} 条，失败 ${failed} 条`;
  const done = moved.length - handedOn;
  return [
    ...(done > 0 ? [`${title}成功 ${done} 条`] : []),
    `${submits.said ?? HANDED_ON} ${handedOn} 条，${submits.next}`,
    ...(failed > 0 ? [`失败 ${failed} 条`] : []),
  ].join('；');
}

/**
 * What is said before a batch: what the move will do, never more than is in our hands. A move that has
 * a word of its own for what it does (已出库) is done here, whatever is still to come.
 */
export const previewWord = ({ submits }: MoveTexts): string =>
  submits && submits.said === undefined ? '可提交' : '会成功';

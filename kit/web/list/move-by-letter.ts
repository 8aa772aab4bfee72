import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toast } from '#ui/feedback.tsx';
import type { RowAction } from '../lifecycle/row-action.ts';
import { selectedCount } from './selection.ts';
import type { ListHandle } from './use-list.ts';

/**
 * Makes the move that a lifecycle has under a letter: of what is chosen, by the dialog of many, else
 * of the row in focus, as its button does. What cannot be done says why.
 */
export function moveByLetter<R extends Row>(
  letter: string,
  {
    lifecycle,
    list,
    batch,
    acts,
    askBatch,
  }: {
    lifecycle: AnyLifecycle | undefined;
    list: ListHandle<R>;
    /** Moves of many rows at once. */
    batch: readonly string[];
    /** Operations of the row in focus; none without one. */
    acts: readonly RowAction[];
    askBatch: (move: string) => void;
  },
): void {
  const moves = Object.entries((lifecycle?.moves ?? {}) as Readonly<Record<string, Move>>);
  const own = acts.find((act) => act.letter === letter);
  if (own && selectedCount(list.selection) === 0) return own.onClick();
  const [name, move] = moves.find(([, one]) => one.letter === letter) ?? [];
  if (name === undefined || !move) return;
  if (selectedCount(list.selection) > 0) {
    if (batch.includes(name)) askBatch(name);
    else toast.warn(`${move.title}不能批量操作`);
    return;
  }
  const act = acts.find(({ key }) => key === name);
  if (!act) return;
  if (act.disabled) toast.warn(act.reason ?? `现在不能${move.title}`);
  else act.onClick();
}

import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toast } from '#ui/feedback.tsx';
import { KeysDialog } from '../lazy-keys-dialog.tsx';
import { isPageKey, SCANNER_MS } from '../list/page-keys.ts';
import { onlyFrom } from './legal-moves.ts';
import type { RowAction } from './row-action.ts';

/**
 * The letters of a lifecycle, where the buttons of its moves stand in the head of a page: each makes its
 * move of the document, `?` says which there are.
 * @returns what stands beside the buttons
 */
export function useMoveKeys(lifecycle: AnyLifecycle, row: Row, actions: readonly RowAction[]): ReactNode {
  const mark = useRef<HTMLSpanElement>(null);
  const [isExplained, setExplained] = useState(false);
  const moves = Object.entries(lifecycle.moves as Readonly<Record<string, Move>>);
  const hasLetters = moves.some(([, { letter }]) => letter !== undefined);
  const make = useEffectEvent((key: string) => {
    const [name, move] = moves.find(([, { letter }]) => letter === key) ?? [];
    const act = actions.find((one) => one.key === name);
    if (act?.disabled === true) toast.warn(act.reason ?? `现在不能${act.title}`);
    else if (act) act.onClick();
    else if (move && !move.system && !move.from.includes(String(row['status'])))
      toast.warn(`${move.title}在${onlyFrom(lifecycle, move)}`);
  });
  useEffect(() => {
    if (!hasLetters || !mark.current?.closest('header')) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent): void => {
      clearTimeout(waiting);
      if (!isPageKey(event)) return;
      if (event.key === '?') setExplained(true);
      else if (/^[a-z]$/.test(event.key) && !event.repeat) waiting = setTimeout(() => make(event.key), SCANNER_MS);
    };
    document.addEventListener('keydown', listen);
    return () => {
      clearTimeout(waiting);
      document.removeEventListener('keydown', listen);
    };
  }, [hasLetters]);
  return (
    <>
      {hasLetters && <span ref={mark} hidden />}
      {isExplained && <KeysDialog lifecycle={lifecycle} onClose={() => setExplained(false)} />}
    </>
  );
}

import { useEffect } from 'react';
import { resourceKey } from '#kit/model/resource.ts';
import type { AnyLifecycle, Move } from '#kit/model/lifecycle.ts';
import { labelOf } from '../audit-fields.ts';
import type { Row } from '#ui/cells/faces.ts';
import { draftKey, useDraft, type DraftOffer } from '../form/use-draft.ts';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { useRequestedDraft } from '../form/drafts.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';

interface MoveDraftPlace {
  lifecycle: AnyLifecycle;
  move: string;
  row: Row;
  onClose: () => void;
  /** What was typed, null when there is nothing to keep. */
  take: () => Record<string, unknown> | null;
  /** Puts it back. */
  restore: (values: Readonly<Record<string, unknown>>) => void;
}

export interface MoveDraft {
  offer: DraftOffer | null;
  setDirty: (isDirty: boolean) => void;
  /** Closes, after a question where something was typed. */
  close: () => void;
}

const SEPARATOR = '/';
const formOf = (of: AnyLifecycle['of'], move: string): string => `${resourceKey(of)}${SEPARATOR}${move}`;

/**
 * Holds what is typed into the dialog of a move: closing asks first, and it is kept as a draft when
 * the session ends unasked.
 */
export function useMoveDraft({ lifecycle, move, row, onClose, take, restore }: MoveDraftPlace): MoveDraft {
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  const title = (lifecycle.moves as Readonly<Record<string, Move>>)[move]?.title ?? move;
  const offer = useDraft({
    key: draftKey(formOf(lifecycle.of, move), row.id),
    title: `${title}：${labelOf(lifecycle.of, row)}`,
    isDirty,
    take,
    restore(values) {
      restore(values);
      setDirty(true);
    },
  });
  return { offer, setDirty, close };
}

/** Opens the dialog of a move of one of these rows whose draft its owner has asked for, on the page where it was typed. */
export function useRequestedMove(
  lifecycle: AnyLifecycle | undefined,
  ids: readonly string[],
  open: (id: string, move: string) => void,
): void {
  const page = useOptionalPage();
  const requested = useRequestedDraft(({ key, page: path }) => {
    const [form = '', row] = key?.split(' ') ?? [];
    const [name, move] = form.split(SEPARATOR);
    const isHere = path === page?.path && row !== undefined && ids.includes(row);
    return lifecycle && move && isHere && name === resourceKey(lifecycle.of) ? `${row} ${move}` : null;
  });
  useEffect(() => {
    const [id, move] = requested?.split(' ') ?? [];
    if (id && move) open(id, move);
    // Once, when it is wanted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [requested]);
}

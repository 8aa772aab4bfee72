import { useEffect, useState } from 'react';
import type { Fields } from '#kit/model/field.ts';
import { currentSession, workplaceOf } from '../session/session-store.ts';
import { dropDraft, draftsOf, useRequestedDraft, type Draft } from './drafts.ts';
import { useUnsavedWork } from '#ui/page/held-pages.ts';
import { storableValues, takenValues } from './storable-values.ts';

export interface DraftPlace {
  /** What is typed into: {@link draftKey}. */
  key: string;
  title: string;
  isDirty: boolean;
  /** What was typed, null when there is nothing to keep. */
  take: () => Record<string, unknown> | null;
  /** Puts it back. */
  restore: (values: Readonly<Record<string, unknown>>) => void;
}

export interface DraftOffer {
  draft: Draft;
  take: () => void;
  drop: () => void;
}

/** The place of a form: what it is of, and the row; none = a new one. */
export const draftKey = (of: string, id?: string): string => `${of} ${id ?? ''}`;

/**
 * Holds what is typed into a form, keeps it when the session ends unasked, and offers it to the
 * same person the next time. Asked for by its notice, it is put back at once.
 */
export function useDraft({ key, title, isDirty, take, restore }: DraftPlace): DraftOffer | null {
  useUnsavedWork(isDirty, () => {
    const values = take();
    return values && { key, title, values: storableValues(values) };
  });
  const [owner] = useState(() => {
    const session = currentSession();
    return session ? workplaceOf(session) : '';
  });
  const [draft, setDraft] = useState(() => draftsOf(owner).find((one) => one.key === key) ?? null);
  const settle = (): void => {
    dropDraft(owner, key);
    setDraft(null);
  };
  const takeUp = (): void => {
    if (!draft) return;
    restore(takenValues(draft.values));
    settle();
  };
  const isRequested = useRequestedDraft((state) => state.key === key);
  useEffect(() => {
    if (!isRequested) return;
    useRequestedDraft.setState({ key: null, page: null });
    takeUp();
    // Once, when it is wanted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRequested]);
  return draft && { draft, take: takeUp, drop: settle };
}

/** Inputs that a page declares by itself have no kind. */
const SECRET_NAME = /password|secret|token/i;

/** Values without those of secret fields: a password is never kept. */
export const withoutSecrets = (fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== undefined && fields[key]?.kind !== 'secret' && !SECRET_NAME.test(key),
    ),
  );

import { create } from 'zustand';
import { SESSION_RETENTION_MS } from '#kit/model/limits.ts';
import { dropLocally, writeLocal, readLocal } from '#ui/browser-store.ts';
import type { WorkDraft } from '#ui/page/held-pages.ts';

/** Unsaved work of somebody who could not be asked, as it waits for their next sign-in. */
export interface Draft extends WorkDraft {
  /** Whose, and of which tenant: nobody else sees it. */
  owner: string;
  /** Where it was typed. */
  address: string;
  page: string;
  /** When it was kept. */
  at: number;
}

const KEY = 'waybill.drafts';
const MOST_DRAFTS = 20;
/** Of all of them together: the browser's store has other tenants too. */
const MOST_CHARS = 1_000_000;

/** The draft that its owner has asked for, and its page; its form takes it and forgets this. */
export const useRequestedDraft = create<{ key: string | null; page: string | null }>(() => ({
  key: null,
  page: null,
}));

/** What changes whenever drafts do. */
export const useDraftTurn = create<{ turn: number }>(() => ({ turn: 0 }));

/** Drafts of a person in a tenant, the latest first. */
export const draftsOf = (owner: string): Draft[] => readDrafts().filter((draft) => draft.owner === owner);

/** Keeps unsaved work of a person beside what is kept already. @returns whether the browser took it */
export const storeDraftsOf = (fresh: readonly Draft[]): boolean =>
  fresh.length === 0 || store(withDrafts(readDrafts(), fresh));

/** Once it was taken up again, or given up. */
export function dropDraft(owner: string, key: string): void {
  store(readDrafts().filter((draft) => draft.owner !== owner || draft.key !== key));
}

/** The kept ones with newer ones of the same places instead, as many as there is room for. */
export function withDrafts(stored: readonly Draft[], fresh: readonly Draft[]): Draft[] {
  const isReplaced = ({ owner, key }: Draft): boolean =>
    fresh.some((draft) => draft.owner === owner && draft.key === key);
  const all = [...fresh, ...stored.filter((draft) => !isReplaced(draft))].slice(0, MOST_DRAFTS);
  let room = MOST_CHARS;
  return all.filter((draft) => (room -= JSON.stringify(draft).length) >= 0);
}

/** Drafts out of a text that anybody may have written: what is no draft, or too old, is left out. */
export function parseDrafts(text: string | null, now: number): Draft[] {
  try {
    const stored = JSON.parse(text ?? '[]') as unknown;
    if (!Array.isArray(stored)) return [];
    return stored.filter((one: unknown) => isDraft(one) && now - one.at < SESSION_RETENTION_MS) as Draft[];
  } catch {
    return [];
  }
}

function isDraft(one: unknown): one is Draft {
  if (typeof one !== 'object' || one === null) return false;
  const { owner, key, title, address, page, at, values } = one as Record<string, unknown>;
  return (
    [owner, key, title, address, page].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    typeof values === 'object' &&
    values !== null
  );
}

const readDrafts = (): Draft[] => parseDrafts(readLocal(KEY), Date.now());

function store(drafts: readonly Draft[]): boolean {
  const isStored = drafts.length === 0 ? dropLocally(KEY) : writeLocal(KEY, JSON.stringify(drafts));
  useDraftTurn.setState(({ turn }) => ({ turn: turn + 1 }));
  return isStored;
}

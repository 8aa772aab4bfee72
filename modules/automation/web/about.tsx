import type { ReactNode } from 'react';
import { aboutOf, SUBJECTS, type AboutLinks, type SubjectKind } from '../model/subject.ts';

/** A row that names what it is about. */
export type AboutRow = Partial<AboutLinks> & { readonly accountId?: string | null };

const TEXT_OF = {
  order: 'orderId_dictText',
  return: 'returnId_dictText',
  part: 'partOrderId_dictText',
  remittance: 'remittanceId_dictText',
} as const;

/** What a row is about in words: its number; of a feed, whose label is its state, the shop. */
export function aboutText(row: AboutRow): string {
  const about = aboutOf(row);
  if (!about) return '';
  const texts = row as Readonly<Record<string, unknown>>;
  const key = about.kind === 'feed' ? 'accountId_dictText' : TEXT_OF[about.kind];
  return typeof texts[key] === 'string' ? texts[key] : '';
}

/** The way to what a row is about, with its title: 看订单. */
export function wayToAbout(row: AboutRow): { title: string; path: string } | null {
  const about = aboutOf(row);
  if (!about) return null;
  const { title, page } = SUBJECTS[about.kind];
  return { title: `看${title}`, path: page(about.id) };
}

/** What a row of a list is about: its number, and what it is where it is no order. */
export function AboutCell({ row }: { row: AboutRow }): ReactNode {
  const kind = aboutOf(row)?.kind ?? 'order';
  if (kind === 'order') return aboutText(row);
  return (
    <>
      {aboutText(row)} <small className="au-weak">{SUBJECTS[kind].title}</small>
    </>
  );
}

/** 看订单, or whatever a row is about, among what can be done with it. */
export function aboutActions(
  row: AboutRow,
  open: (path: string) => void,
): { key: string; title: string; onClick: () => void }[] {
  const way = wayToAbout(row);
  return way ? [{ key: 'about', title: way.title, onClick: () => open(way.path) }] : [];
}

/** By which field lists are asked for one of a kind. */
export const ABOUT_FILTER = {
  order: 'orderId',
  return: 'returnId',
  part: 'partOrderId',
  feed: 'pushId',
  remittance: 'remittanceId',
} as const satisfies Record<SubjectKind, keyof AboutLinks>;

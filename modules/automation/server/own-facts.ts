import type { KnownFacts } from '../model/facts.ts';
import type { SubjectKind } from '../model/subject.ts';

/** What is judged, and the moment it is judged as of. */
export interface SubjectMoment {
  id: string;
  at: Date;
}

/** What everything that judges something needs of it beside its facts. */
export interface OwnHead {
  kind: SubjectKind;
  id: string;
  /** What it is called by people. */
  label: string;
  accountId: string | null;
  /** Another where anything was changed that a rule changes, or is judged by. */
  version: string;
  status: string;
}

/** What is known of a return, a request, a feed or a remittance by itself; of its order more is read elsewhere. */
export interface OwnFacts {
  head: OwnHead;
  orderId: string | null;
  at: Date;
  facts: KnownFacts;
}

const TENTH_MS = 8_640_000;

/** Days between two moments in text, to a tenth; what has not happened by then is not known. */
export const daysSince = (then: Date | null, at: Date): string | null =>
  then === null || then > at ? null : (Math.floor((at.getTime() - then.getTime()) / TENTH_MS) / 10).toString();

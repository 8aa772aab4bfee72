import type { ListingFlaw, ListingProblem } from '../../model/port.ts';
import type { PublishFlaw } from '../../model/publish/judge-answers.ts';

const LONGEST = 500;

/** What a marketplace finds wrong with a new listing, at our cells. */
export const flawsFrom = (flaws: readonly ListingFlaw[]): PublishFlaw[] =>
  flaws.map(({ questionId, instance, severity, code, message }) => ({
    questionId,
    parentRank: 1,
    instance: Math.max(1, instance),
    severity,
    code: code ?? 'platform',
    message: message.slice(0, LONGEST),
    source: 'platform',
  }));

/** What it finds wrong with a change of one that stands there. */
export const problemFlaws = (problems: readonly ListingProblem[]): PublishFlaw[] =>
  problems.map(({ questionId, code, message }) => ({
    questionId,
    parentRank: 1,
    instance: 1,
    severity: 'error',
    code: code ?? 'platform',
    message: message.slice(0, LONGEST),
    source: 'platform',
  }));

/** What is wrong with a listing as a whole. */
export const wholeFlaw = (code: string, message: string, severity: PublishFlaw['severity'] = 'error'): PublishFlaw => ({
  questionId: null,
  parentRank: 1,
  instance: 1,
  severity,
  code,
  message: message.slice(0, LONGEST),
  source: 'platform',
});

/** A refusal always has a reason, where the marketplace gives none as well. */
export const refusalFlaws = (flaws: readonly PublishFlaw[]): PublishFlaw[] =>
  flaws.some(({ severity }) => severity === 'error')
    ? [...flaws]
    : [...flaws, wholeFlaw('refused', '平台拒绝，没有给出原因')];

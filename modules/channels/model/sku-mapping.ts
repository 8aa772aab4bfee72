import { normalCode } from '#modules/catalog/model/sku-code.ts';

/**
 * Which SKU a channel's part number means (domain.md §2.4), pure. The rungs of the ladder are
 * tried in order; only a certain one maps by itself, a likeness of names is for a person to judge.
 */
interface MappingSubject {
  channelSku: string;
  /** UPC of the listing where the channel tells it. */
  upc?: string | null;
  title?: string | null;
}

export interface MappingCandidate {
  skuId: string;
  skuCode: string;
  upc: string | null;
  names: readonly string[];
  /** What else it is called; each text means one SKU alone. */
  aliases?: readonly string[];
}

export interface MappingProposal {
  skuId: string;
  method: 'exact' | 'alias' | 'upc' | 'normalised' | 'title';
  /** 0–100: how sure. */
  score: number;
  /** Why, for people. */
  explanation: string;
  /** May be mapped without asking. */
  isCertain: boolean;
}

/** Names less alike than this are not even suggested (Dice coefficient over letter pairs). */
const TITLE_THRESHOLD = 0.5;
const [EXACT, BY_ALIAS, BY_UPC, NORMALISED, AMBIGUOUS, TITLE_CEILING] = [100, 99, 98, 90, 60, 80];

export function proposeSku(subject: MappingSubject, candidates: readonly MappingCandidate[]): MappingProposal | null {
  return (
    byCode(subject, candidates) ??
    byAlias(subject, candidates) ??
    byUpc(subject, candidates) ??
    byNormalCode(subject, candidates) ??
    byTitle(subject, candidates)
  );
}

function byCode({ channelSku }: MappingSubject, candidates: readonly MappingCandidate[]): MappingProposal | null {
  const found = candidates.find(({ skuCode }) => skuCode === channelSku.trim());
  if (!found) return null;
  return propose(found, 'exact', EXACT, `渠道SKU与SKU编码一致：${found.skuCode}`, true);
}

function byAlias({ channelSku }: MappingSubject, candidates: readonly MappingCandidate[]): MappingProposal | null {
  const requested = channelSku.trim();
  const found = candidates.find(({ aliases = [] }) => aliases.includes(requested));
  if (!found) return null;
  return propose(found, 'alias', BY_ALIAS, `渠道SKU是别名：${found.skuCode}`, true);
}

function byUpc({ channelSku, upc }: MappingSubject, candidates: readonly MappingCandidate[]): MappingProposal | null {
  const reported = [upc ?? '', channelSku].map(normalUpc).filter((code) => code !== null);
  const found = candidates.filter((one) => {
    const own = normalUpc(one.upc ?? '');
    return own !== null && reported.includes(own);
  });
  const [first] = found.toSorted((a, b) => (a.skuCode < b.skuCode ? -1 : 1));
  if (!first) return null;
  if (found.length > 1) {
    const codes = found.map(({ skuCode }) => skuCode).join('、');
    return propose(first, 'upc', AMBIGUOUS, `有多个SKU使用该UPC，请人工确认：${codes}`, false);
  }
  return propose(first, 'upc', BY_UPC, `UPC 一致：${first.upc ?? ''}`, true);
}

function byNormalCode({ channelSku }: MappingSubject, candidates: readonly MappingCandidate[]): MappingProposal | null {
  const requested = normalCode(channelSku);
  if (requested === '') return null;
  const found = candidates.filter(({ skuCode }) => normalCode(skuCode) === requested);
  const [first] = found.toSorted((a, b) => (a.skuCode < b.skuCode ? -1 : 1));
  if (!first) return null;
  if (found.length > 1) {
    const codes = found.map(({ skuCode }) => skuCode).join('、');
    return propose(first, 'normalised', AMBIGUOUS, `有多个近似编码，请人工确认：${codes}`, false);
  }
  const why = `忽略大小写、空格和短横后一致：${first.skuCode}`;
  return propose(first, 'normalised', NORMALISED, why, true);
}

function byTitle({ title }: MappingSubject, candidates: readonly MappingCandidate[]): MappingProposal | null {
  if (!title?.trim()) return null;
  let best: { candidate: MappingCandidate; likeness: number } | null = null;
  for (const candidate of candidates) {
    const likeness = Math.max(0, ...candidate.names.map((name) => titleLikeness(title, name)));
    if (likeness > (best?.likeness ?? 0)) best = { candidate, likeness };
  }
  if (!best || best.likeness < TITLE_THRESHOLD) return null;
  const percent = Math.round(best.likeness * 100);
  const why = `名称相似度 ${percent}%，请人工确认：${best.candidate.skuCode}`;
  return propose(best.candidate, 'title', Math.min(TITLE_CEILING, percent), why, false);
}

const propose = (
  { skuId }: MappingCandidate,
  method: MappingProposal['method'],
  score: number,
  explanation: string,
  isCertain: boolean,
): MappingProposal => ({ skuId, method, score, explanation, isCertain });

/** UPC-A as EAN-13; null when the text is neither. */
function normalUpc(text: string): string | null {
  const digits = text.trim();
  return /^\d{12,13}$/.test(digits) ? digits.padStart(13, '0') : null;
}

/**
 * Dice coefficient over the letter pairs of words, 0–1: order of words and signs do not count.
 * Chinese text has no blanks: its pairs are those of neighbouring characters all the same.
 */
export function titleLikeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  const total = sum(left) + sum(right);
  if (total === 0) return 0;
  let shared = 0;
  for (const [pair, n] of left) shared += Math.min(n, right.get(pair) ?? 0);
  return (2 * shared) / total;
}

const sum = (counts: ReadonlyMap<string, number>): number => counts.values().reduce((total, n) => total + n, 0);

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = [...word];
    const own = letters.length === 1 ? [word] : letters.slice(1).map((l, i) => `${letters[i]}${l}`);
    for (const pair of own) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

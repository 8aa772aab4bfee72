import type { BoughtLabel } from './carrier-port.ts';

/* A carrier's answer may hold a label and say in the same breath that it is none, or somebody else's. */

/** What stands in front of the reason for which a label is never used: no file and no number ends such a hold. */
const DENIED = '承运商的答复否认这张面单';

const bare = (text: string): string => text.toLowerCase().replace(/[^0-9a-z]/g, '');
/** Carriers cut references to what their labels have room for. */
const LEAST = 8;

/** Whether one text is the other, or as much of it as there was room for. */
function isCutOf(a: string, b: string, least: number): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= least && long.startsWith(short);
}

/** Whether the reference that is repeated is the one that was sent; one that is not repeated is. */
export const isSameReference = (sent: string, repeated: string | null): boolean =>
  repeated === null || isCutOf(bare(sent), bare(repeated), LEAST);

/** ZIP codes are said with four further digits or without. */
const isSamePlace = (sent: string, repeated: string | null): boolean =>
  repeated === null || bare(repeated) === '' || isCutOf(bare(sent), bare(repeated), Math.min(5, bare(sent).length));

/** Whether an answer is of another purchase: then nothing in it is ours to use, to pay or to void. */
export const isOfAnother = (key: string, { reference }: Pick<BoughtLabel, 'reference'>): boolean =>
  !isSameReference(key, reference);

/**
 * Why a label that was answered must not be used, in words for people; null where the answer says nothing against it.
 * @param wanted the key and the ZIP of the receiver that were sent
 */
export function denialOf(
  requested: { key: string; postalCode: string },
  bought: Pick<BoughtLabel, 'reference' | 'postalCode' | 'ended'>,
): string | null {
  const { reference, postalCode, ended } = bought;
  const why = isOfAnother(requested.key, bought)
    ? `参考号是另一张面单的（${plain(reference)}），请到承运商后台核对后作废再买`
    : ended !== null
      ? `状态为 ${plain(ended)}，请作废后再买`
      : isSamePlace(requested.postalCode, postalCode)
        ? null
        : `收件邮编是 ${plain(postalCode)}，不是 ${requested.postalCode}，请作废后再买`;
  return why && `${DENIED}：${why}`;
}

/** A carrier's words within a hold: the parts of a hold stand between semicolons. */
const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').replaceAll('；', '，').slice(0, 60);

/** What of a hold no person lifts; null where nothing. */
export const denialIn = (hold: string | null): string | null =>
  (hold ?? '').split('；').find((part) => part.startsWith(DENIED)) ?? null;

/** What stands in front of the reason where a file is the label of other goods. */
export const REUSED = '此面单';

/** Why the file of a held label must not be printed; null where it may be looked at on paper. */
export const unprintable = (hold: string | null): string | null =>
  denialIn(hold) ?? (hold ?? '').split('；').find((part) => part.startsWith(REUSED)) ?? null;

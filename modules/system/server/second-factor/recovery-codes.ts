import { randomInt } from 'node:crypto';

const COUNT = 10;
const HALF = 5;
/** No sign that looks like another: the codes are written down. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const half = (): string => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** @returns ten codes such as `k3m9p-x7abc` of about 49 bits each */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(`${half()}-${half()}`);
  return [...codes];
}

/** A code as it is compared: typed with blanks, without the hyphen, in capitals. */
export const plainRecoveryCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();

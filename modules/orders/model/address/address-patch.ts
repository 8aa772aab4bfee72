import type { AddressPart } from './address-findings.ts';

/** Parts of an address that may be suggested, with their names and the most they hold. */
const PARTS = {
  name: ['收件人', 128],
  address1: ['地址', 255],
  address2: ['地址2', 255],
  city: ['城市', 64],
  state: ['州/省', 32],
  postalCode: ['邮编', 16],
  country: ['国家', 3],
  phone: ['电话', 32],
} as const satisfies Record<AddressPart, readonly [title: string, most: number]>;

export const PART_TITLES = Object.fromEntries(
  Object.entries(PARTS).map(([part, [title]]) => [part, title]),
) as Readonly<Record<AddressPart, string>>;

type Patch = Partial<Record<AddressPart, string>>;

/** What a person chose, as text or as an object; null where it is no change of an address. */
export function addressPatch(raw: unknown): Patch | null {
  let value = raw;
  if (typeof value === 'string')
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      return null;
    }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  const isGood = entries.every(
    ([part, text]) =>
      Object.hasOwn(PARTS, part) && typeof text === 'string' && text.length <= PARTS[part as AddressPart][1],
  );
  return isGood && entries.length > 0 ? (Object.fromEntries(entries) as Patch) : null;
}

export const titlesOfPatch = (patch: Patch): string =>
  Object.keys(patch)
    .map((part) => PART_TITLES[part as AddressPart])
    .join('、');

import type { Address } from '#kit/model/address.ts';
import { withoutUnseen } from '#kit/model/code-text.ts';
import { countryCode } from '#kit/model/country.ts';
import { countryOf, provincesOf, regionOf } from '#modules/base/model/places/regions.ts';
import { statesOfZip } from '#modules/base/model/places/us-zip-states.ts';

export type AddressPart = Exclude<keyof Address, 'company' | 'email'>;

/** A change that would clear a finding, and why. */
export interface AddressSuggestion {
  patch: Partial<Record<AddressPart, string>>;
  /** Quotes the address: for whoever may see buyers. */
  reason: string;
  /** Who suggests it. */
  source: string;
}

/**
 * Something odd about an address. `bad` holds an order until somebody decides; a `doubt` is shown
 * beside the address and holds nothing.
 */
export interface AddressFinding {
  part: AddressPart;
  level: 'bad' | 'doubt';
  /** Names no word of the buyer's. */
  reason: string;
  suggestions: readonly AddressSuggestion[];
}

/** What of an order matters to its address. */
interface Scene {
  /** It leaves on pallets: freight is delivered to doors alone. */
  isFreight?: boolean;
}

/** Characters of a line that carriers print on a label. */
const LABEL_LINE = 35;

export const BUILT_IN = '内置规则';

/**
 * What is odd about an address by rules that everybody can look up: patterns of postcodes, prefixes of
 * states, boxes, house numbers, lengths of labels. Pure.
 */
export function addressFindings(address: Address, scene: Scene = {}): AddressFinding[] {
  return [
    countryFinding(address),
    postcodeFinding(address),
    regionFinding(address),
    boxFinding(address, scene),
    houseFinding(address),
    ...lengthFindings(address),
    ...printFindings(address),
    phoneFinding(address),
  ].filter((finding) => finding !== null);
}

const suggest = (patch: AddressSuggestion['patch'], reason: string): AddressSuggestion => ({
  patch,
  reason,
  source: BUILT_IN,
});

/** A country in other letters than its code is read all the same; its code is what labels need. What is none holds. */
function countryFinding({ country }: Address): AddressFinding | null {
  if (country.trim() !== '' && countryCode(country) === null)
    return { part: 'country', level: 'bad', reason: '国家代码不正确', suggestions: [] };
  const code = countryOf(country);
  if (code === null || code === country.trim()) return null;
  return {
    part: 'country',
    level: 'doubt',
    reason: '国家不是两位代码',
    suggestions: [suggest({ country: code }, `${country.trim()} → ${code}`)],
  };
}

const POSTCODES: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^(GIR ?0AA|[A-PR-UWYZ]([A-HK-Y]?\d[\dA-Z]?) ?\d[ABD-HJLNP-UW-Z]{2})$/i,
};

/** Whether a postcode has the form of its country; of countries without rules any will do. */
export const isPostcode = (country: string, postcode: string): boolean =>
  POSTCODES[countryOf(country) ?? '']?.test(postcode.trim()) ?? postcode.trim() !== '';

function postcodeFinding(address: Address): AddressFinding | null {
  const country = countryOf(address.country) ?? '';
  const postcode = address.postalCode.trim();
  if (!POSTCODES[country] || (isPostcode(country, postcode) && !/^0{5}/.test(postcode))) return null;
  return {
    part: 'postalCode',
    level: 'bad',
    reason: '邮编不正确',
    suggestions: spellings(country, postcode)
      .filter((one) => one !== postcode && isPostcode(country, one) && fits(address, one))
      .map((one) => suggest({ postalCode: one }, `${postcode} → ${one}`))
      .slice(0, 1),
  };
}

/** What a postcode may have been before a sheet or a hand changed it. */
function spellings(country: string, postcode: string): string[] {
  const plain = withoutUnseen(postcode.normalize('NFKC'))
    .toUpperCase()
    .replace(/[\s.]+/g, '');
  if (country === 'US') {
    const digits = plain.replaceAll('O', '0').replace(/[IL]/g, '1');
    // Sheets take the zero in front for no digit.
    return [digits, digits.padStart(5, '0'), digits.replace(/^(\d{4})-(\d{4})$/, '0$1-$2')];
  }
  const bare = plain.replace(/[-‐-―_]/g, '');
  const cut = bare.length - 3;
  const parted = `${bare.slice(0, cut)} ${bare.slice(cut)}`;
  if (country !== 'CA') return [parted];
  const digit = (sign: string): string => sign.replace('O', '0').replace(/[IL]/, '1');
  const signs = [...bare].map((sign, at) => (at % 2 === 1 ? digit(sign) : sign)).join('');
  return [parted, `${signs.slice(0, 3)} ${signs.slice(3)}`];
}

/** A guess has to lie in the state that is given, where one is. */
function fits({ country, state }: Address, postcode: string): boolean {
  const code = countryOf(country);
  const states = code === 'US' ? statesOfZip(postcode) : code === 'CA' ? provincesOf(postcode) : [];
  if (code !== 'US' && code !== 'CA') return true;
  const region = regionOf(code, state);
  return states.length > 0 && (region === null || states.includes(region));
}

/** A state that is none, or another one than the postcode's. */
function regionFinding(address: Address): AddressFinding | null {
  const country = countryOf(address.country);
  if (country !== 'US' && country !== 'CA') return null;
  const postcode = address.postalCode.trim();
  const state = address.state.trim();
  const region = regionOf(country, state) ?? (/^(AA|AE|AP)$/i.test(state) ? state.toUpperCase() : null);
  const there = !isPostcode(country, postcode) ? [] : country === 'US' ? statesOfZip(postcode) : provincesOf(postcode);
  const name = country === 'US' ? '州' : '省';
  if (region === null) {
    // Provinces are no part of what a Canadian parcel needs.
    if (country === 'CA' && state === '') return null;
    const reason = `${name}代码不正确`;
    return { part: 'state', level: 'bad', reason, suggestions: stateFrom(postcode, there, state) };
  }
  if (there.length > 0 && !there.includes(region))
    return {
      part: 'state',
      level: 'bad',
      reason: `邮编与${name}不符：邮编属于 ${there.join('/')}`,
      suggestions: stateFrom(postcode, there, state),
    };
  if (region === state) return null;
  return {
    part: 'state',
    level: state.length === 2 ? 'doubt' : 'bad',
    reason: `${name}不是两位代码`,
    suggestions: [suggest({ state: region }, `${state} → ${region}`)],
  };
}

/** Where the postcode knows one state alone. */
const stateFrom = (postcode: string, there: readonly string[], state: string): AddressSuggestion[] =>
  there.length === 1
    ? [suggest({ state: there[0] as string }, `${postcode} → ${there[0]}，不是 ${state || '空'}`)]
    : [];

const BOX = /\b(p\.?\s*o\.?\s*box|post\s+office\s+box|postfach|boîte postale)\b/i;

function boxFinding({ address1, address2 = '' }: Address, { isFreight }: Scene): AddressFinding | null {
  if (!BOX.test(address1) && !BOX.test(address2)) return null;
  return {
    part: 'address1',
    level: isFreight ? 'bad' : 'doubt',
    reason: isFreight ? '零担不能送到邮政信箱' : '邮政信箱：快递公司多半不派送',
    suggestions: [],
  };
}

function houseFinding({ address1, address2 = '', country }: Address): AddressFinding | null {
  const line = `${address1} ${address2}`;
  if (countryOf(country) === null || address1.trim() === '' || /\d/.test(line) || BOX.test(line)) return null;
  return { part: 'address1', level: 'doubt', reason: '没有门牌号', suggestions: [] };
}

function lengthFindings(address: Address): AddressFinding[] {
  const { name, address1, address2 = '' } = address;
  const found: AddressFinding[] = [];
  const tooLong = (part: AddressPart, suggestions: AddressSuggestion[] = []): void =>
    void found.push({
      part,
      level: 'doubt',
      reason: `超过面单一行 ${LABEL_LINE} 个字符`,
      suggestions,
    });
  if (name.trim().length > LABEL_LINE) tooLong('name');
  if (address1.trim().length > LABEL_LINE) tooLong('address1', inTwoLines(address1, address2));
  if (address2.trim().length > LABEL_LINE) tooLong('address2');
  return found;
}

/** The first line broken at a blank, where the second is free and the rest fits. */
function inTwoLines(address1: string, address2: string): AddressSuggestion[] {
  const line = address1.trim();
  const at = line.lastIndexOf(' ', LABEL_LINE);
  const rest = line.slice(at + 1);
  if (address2.trim() !== '' || at < 1 || rest.length > LABEL_LINE) return [];
  const first = line.slice(0, at).replace(/,$/, '');
  return [suggest({ address1: first, address2: rest }, `分成两行：${first} / ${rest}`)];
}

/** Signs of names and streets that printers of labels know: those of Western Europe. */
const PRINTABLE = /^[\x20-\x7e\xa1-\xac\xae-\xff]*$/;
/** Letters that no accent makes, in the letters that passports write them with. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  ẞ: 'SS',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
};

/**
 * Names and lines with signs that carriers refuse or print as question marks: those of other scripts,
 * pictures, signs nobody sees. What has a usual Latin spelling is suggested by it.
 */
function printFindings(address: Address): AddressFinding[] {
  return (['name', 'address1', 'address2', 'city'] as const).flatMap((part): AddressFinding[] => {
    const text = (address[part] ?? '').trim();
    if (PRINTABLE.test(text)) return [];
    const latin = inLatin(text);
    return [
      {
        part,
        level: 'doubt',
        reason: '有面单打印不出的字符',
        suggestions:
          latin === '' || latin === text || !PRINTABLE.test(latin)
            ? []
            : [suggest({ [part]: latin }, `${text} → ${latin}`)],
      },
    ];
  });
}

const inLatin = (text: string): string =>
  [...withoutUnseen(text.normalize('NFKC'))]
    .map((sign) => LETTERS[sign] ?? (PRINTABLE.test(sign) ? sign : sign.normalize('NFD').replace(/\p{M}/gu, '')))
    .join('')
    .replace(/\p{Extended_Pictographic}|\ufe0f/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim();

function phoneFinding({ phone = '', country }: Address): AddressFinding | null {
  const code = countryOf(country);
  if (code === null) return null;
  if (phone.trim() === '') return null;
  const digits = phone.replace(/(ext|x|#).*$/i, '').replace(/\D/g, '');
  const isGood = code === 'GB' ? digits.length >= 10 && digits.length <= 13 : /^1?[2-9]\d{9}$/.test(digits);
  return isGood ? null : { part: 'phone', level: 'doubt', reason: '电话位数不正确', suggestions: [] };
}

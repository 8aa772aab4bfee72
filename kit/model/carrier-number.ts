import { isCheckDigitRight } from './check-digit.ts';
import { trackingNumber } from './tracking-number.ts';

/* Which carrier a tracking number is of, and what makes one look as if somebody had mistyped it. */

type Called = 'UPS' | 'FedEx' | 'USPS';

/** Carriers as people and codes call them, and whose numbers they print in a form that nobody else uses. */
const CALLED: readonly [carrier: Called, called: RegExp][] = [
  ['FedEx', /fed\s?ex|^fdx|^fde|联邦/i],
  ['USPS', /usps|美国邮政/i],
  ['UPS', /(?:^|[^a-z])ups(?:$|[^a-z])|^upsn$|联合包裹/i],
];
/** Services whose parcels travel under the numbers of the post for a part of their way. */
const HANDED_ON = /smart\s?post|economy|mail\s?innovations|surepost/i;

const isUps = (number: string): boolean => /^1Z[0-9A-Z]{16}$/.test(number);
const isUsps = (number: string): boolean => /^9[1-5](?:\d{18}|\d{20}|\d{24})$/.test(number);
/** SmartPost prints 20 digits: the number of the post without its 92. */
const isSmartPost = (number: string): boolean => /^61\d{18}$/.test(number);

/** The carrier by the form of its numbers; nothing where that says nothing. */
export function carrierOf(text: string): Called | undefined {
  const number = trackingNumber(text);
  if (isUps(number)) return 'UPS';
  if (/^(\d{12}|\d{15})$/.test(number)) return 'FedEx';
  return isUsps(number) ? 'USPS' : undefined;
}

/**
 * What is odd about a number, whoever gave it (typed, in a sheet, by API, or out of an interface), in words for
 * people: its form is clearly another carrier's, its check digit is wrong, or letters stand in it for digits. Null
 * where nothing is, or where either is not known for sure.
 * @param numbers one, or several with a comma between them
 * @param carrier as people call it; empty where nobody has said
 */
export function carrierDoubt(numbers: string, carrier: string): string | null {
  if (HANDED_ON.test(carrier)) return null;
  const meant = CALLED.find(([, called]) => called.test(carrier))?.[0];
  for (const text of numbers.split(/[,，、;\n]+/)) {
    const number = trackingNumber(text);
    const doubt = formDoubt(number, meant, carrier) ?? spellingDoubt(number, meant);
    if (doubt !== null) return doubt;
  }
  return null;
}

function formDoubt(number: string, meant: Called | undefined, carrier: string): string | null {
  const form = carrierOf(number);
  if (form === undefined || meant === undefined || form === meant) return null;
  // Twelve digits are FedEx's, and now and then those of UPS.
  return form === 'FedEx' && meant === 'UPS'
    ? null
    : `${number} 是 ${form} 的运单号格式，承运商填的是 ${carrier.trim()}，请核对`;
}

function spellingDoubt(number: string, meant: Called | undefined): string | null {
  const own = judge(number, meant);
  if (own?.isRight === true) return null;
  const digits = number.replaceAll('O', '0').replace(/[IL]/g, '1');
  const read = digits === number ? null : judge(digits, meant);
  if (read?.isRight === true)
    return `${number} 里的字母 O、I、L 像是数字 0、1：${digits} 才是 ${read.carrier} 的运单号，请核对`;
  return own && `${number} 的校验位不对，不像 ${own.carrier} 的运单号，请对照面单核对`;
}

/** Whether the check digit of a number is right; null where its form has none that is known for sure. */
function judge(number: string, meant: Called | undefined): { carrier: Called; isRight: boolean } | null {
  if (isUps(number)) return { carrier: 'UPS', isRight: isUpsRight(number) };
  if (isUsps(number)) return { carrier: 'USPS', isRight: isCheckDigitRight(number) };
  // Digits alone are anybody's unless somebody says that they are of FedEx.
  if (meant !== 'FedEx') return null;
  if (/^\d{12}$/.test(number)) return { carrier: meant, isRight: isExpressRight(number) };
  if (/^\d{15}$/.test(number)) return { carrier: meant, isRight: isCheckDigitRight(number) };
  return isSmartPost(number) ? { carrier: meant, isRight: isCheckDigitRight(`92${number}`) } : null;
}

/** UPS: behind 1Z each second sign counts twice, a letter as the last digit of its place (A is 2), modulo 10. */
function isUpsRight(number: string): boolean {
  const signs = Array.from(number.slice(2), (sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10,
  );
  const sum = signs.slice(0, -1).reduce((total, value, at) => total + value * (at % 2 === 1 ? 2 : 1), 0);
  return (10 - (sum % 10)) % 10 === signs.at(-1);
}

/** FedEx, twelve digits: weighed by 3, 1 and 7 in turn, modulo 11; ten is written 0. */
function isExpressRight(number: string): boolean {
  const digits = Array.from(number, Number);
  const sum = digits.slice(0, -1).reduce((total, digit, at) => total + digit * ([3, 1, 7][at % 3] ?? 0), 0);
  return (sum % 11) % 10 === digits.at(-1);
}

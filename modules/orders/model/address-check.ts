import type { Address } from '#kit/model/address.ts';
import { countryCode } from '#kit/model/country.ts';
import { addressFindings } from './address/address-findings.ts';

const US_STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND ' +
    'OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR VI GU AS MP FM MH PW AA AE AP'
  ).split(' '),
);

/** What is wrong with an address: which part of it, and the reason in Chinese. */
export interface AddressFault {
  part: 'name' | 'address1' | 'city' | 'state' | 'postalCode' | 'country';
  /** Names no word of the buyer's: it stands in texts that everybody reads. */
  reason: string;
  /** What stands there instead of a good value, for whoever may see buyers. */
  found?: string;
}

/** The reason with the word it is about. */
export const faultWithWord = ({ reason, found }: AddressFault): string =>
  found === undefined ? reason : `${reason}：${found}`;

/**
 * What makes an address undeliverable on its face: empty parts, a postcode that is none in its
 * country, a state or a country that is none. Not a verification by a carrier.
 */
export function addressFault(address: Address): AddressFault | null {
  if (!address.name.trim()) return { part: 'name', reason: '缺少收件人' };
  if (!address.address1.trim()) return { part: 'address1', reason: '缺少街道地址' };
  if (!address.city.trim()) return { part: 'city', reason: '缺少城市' };
  const country = address.country.trim().toUpperCase();
  if (country !== '' && countryCode(country) === null)
    return { part: 'country', reason: '国家代码不正确', found: address.country.trim() };
  const postcode = address.postalCode.trim();
  const badPostcode: AddressFault = {
    part: 'postalCode',
    reason: '邮编不正确',
    found: postcode || '空',
  };
  if (country === 'US' || country === 'USA') {
    if (!/^\d{5}(-?\d{4})?$/.test(postcode) || /^0{5}/.test(postcode)) return badPostcode;
    if (!US_STATES.has(address.state.trim().toUpperCase()))
      return { part: 'state', reason: `州代码不正确：${address.state || '空'}` };
  } else if (country === 'CA' || country === 'CAN') {
    if (!/^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/i.test(postcode)) return badPostcode;
  } else if (!postcode) return { part: 'postalCode', reason: '缺少邮编' };
  return null;
}

/**
 * Why an order waits for its address, for everybody to read; null where nothing holds it. What is only
 * doubtful about an address holds nothing.
 */
export const addressHold = (address: Address): string | null =>
  addressFault(address)?.reason ?? addressFindings(address).find(({ level }) => level === 'bad')?.reason ?? null;

/** Addresses that mean the same door compare equal: case, blanks and punctuation do not count. */
export const addressKey = (address: Address): string =>
  [
    address.name,
    address.address1,
    address.address2 ?? '',
    address.city,
    address.state,
    address.postalCode,
    address.country,
  ]
    .map((part) => part.toLowerCase().replace(/[\s.,#-]+/g, ''))
    .join('|');

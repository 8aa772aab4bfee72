/**
 * A number as UPS writes it: `1Z`, six signs of the shipper, two of the service, seven digits and one that
 * proves them (letters count as A = 2 … H = 9, I = 0 …; signs at even places twice).
 */
export function upsNumber(shipper: string, service: string, parcel: number): string {
  const signs = `${shipper}${service}${String(parcel).padStart(7, '0')}`;
  const sum = [...signs].reduce((total, sign, at) => {
    const value = /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10;
    return total + value * (at % 2 === 1 ? 2 : 1);
  }, 0);
  return `1Z${signs}${(10 - (sum % 10)) % 10}`;
}

const FEDEX_WEIGHTS = [3, 1, 7] as const;

/** A number as FedEx Express writes it: eleven digits and one that proves them (weights 3, 1, 7; modulo 11, 10 is 0). */
export function fedexNumber(eleven: number): string {
  const digits = String(eleven).padStart(11, '0');
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (FEDEX_WEIGHTS[at % 3] ?? 0), 0);
  return `${digits}${(sum % 11) % 10}`;
}

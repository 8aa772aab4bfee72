import { isCheckDigitRight } from './check-digit.ts';

/* Numbers of goods in the barcodes that carry them (GS1 General Specifications). */

const GTIN = /^(\d{8}|\d{12}|\d{13}|\d{14})$/;

/** UPC-A, EAN-13 and GTIN-14 of one article differ in leading zeros alone. */
function sameGoods(digits: string): string[] {
  if (!GTIN.test(digits) || !isCheckDigitRight(digits)) return [];
  const bare = digits.replace(/^0+/, '');
  return [12, 13, 14].filter((length) => length >= bare.length).map((length) => bare.padStart(length, '0'));
}

/** What a carton says of itself: 01 and 02 with the number of its goods in front of lot, date and count. */
const OF_GOODS = /^(?:\(0[12]\)|0[12])(\d{14})(?=$|\(|\d{2})/;
/** A code that is also an address in the web: `https://id.gs1.org/01/00036000291452/10/ABC`. */
const ADDRESS = /^https?:\/\/\S+?\/01\/(\d{8}|\d{12,14})(?=[/?#]|$)/i;
/** 00 and the number of a carton or pallet. */
const OF_PALLET = /^(?:\(00\)|00)(\d{18})$/;

/** UPC-E prints a UPC-A in eight digits: its zeros are left out, the sixth says where they stood. */
function fromShort(digits: string): string[] {
  const parts = /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(digits);
  if (!parts) return [];
  const [, system = '', a = '', b = '', c = '', d = '', e = '', where = '', check = ''] = parts;
  const long =
    where <= '2'
      ? `${a}${b}${where}0000${c}${d}${e}`
      : where === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : where === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${where}`;
  return sameGoods(`${system}${long}${check}`);
}

/** Numbers under which the goods may be known that a code was read off, beside the code itself. */
export function numbersOfGoods(code: string): string[] {
  const inside = OF_GOODS.exec(code)?.[1] ?? ADDRESS.exec(code)?.[1];
  const pallet = OF_PALLET.exec(code)?.[1];
  return [
    ...sameGoods(code),
    ...(inside ? sameGoods(inside) : []),
    ...(pallet && isCheckDigitRight(pallet) ? [`00${pallet}`, pallet] : []),
    ...fromShort(code),
  ];
}

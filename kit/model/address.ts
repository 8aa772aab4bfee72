import { sealed, text, type Field, type Fields } from './field.ts';

/** Where something is sent, as it is read. */
export interface Address {
  name: string;
  company?: string;
  address1: string;
  address2?: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone?: string;
  email?: string;
}

const PARTS = ['Name', 'Phone', 'Address1', 'Address2', 'City', 'State', 'PostalCode', 'Country'] as const;

type Part = (typeof PARTS)[number];
/** Keys of the fields of an address: `shipToName` and so on. */
export type AddressKey<P extends string, N extends Part = Part> = `${P}${N}`;

/** What an address cannot do without; the others may be empty. */
type Main = 'Name' | 'Address1' | 'City' | 'PostalCode' | 'Country';

/** Of these a text is encrypted where the address is stored. */
type Hidden = 'Phone' | 'Address1' | 'Address2';

type AddressFields<P extends string, H extends 'text' | 'sealed', O> = {
  readonly [N in Part as AddressKey<P, N>]: Field<N extends Hidden ? H : 'text', string> &
    (N extends Main ? O : unknown);
};

type MainOptions = Pick<Field, 'required' | 'always'>;

/** Country of an address that has to name one, until somebody says otherwise. */
const USUAL_COUNTRY = 'US';

function addressGroup(prefix: string, hidden: typeof text | typeof sealed, main: MainOptions): Fields {
  const country = main.required ? { ...main, default: USUAL_COUNTRY } : main;
  const parts: Record<Part, Field> = {
    Name: text('收件人', { ...main, max: 128 }),
    Phone: hidden('电话', { max: 32 }),
    Address1: hidden('地址', { ...main, max: 255 }),
    Address2: hidden('地址2', { max: 255 }),
    City: text('城市', { ...main, max: 64 }),
    State: text('州/省', { max: 32 }),
    PostalCode: text('邮编', { ...main, max: 16 }),
    Country: text('国家', { ...country, max: 3, written: 'country' }),
  };
  return Object.fromEntries(PARTS.map((part) => [`${prefix}${part}`, parts[part]]));
}

/**
 * Fields of an address as it is typed or read from a sheet: `address('shipTo')` is `shipToName`,
 * `shipToAddress1` and so on.
 * @param main `required` for an address that has to be whole
 */
export const address = <P extends string, const O extends MainOptions>(prefix: P, main: O = {} as O) =>
  addressGroup(prefix, text, main) as AddressFields<P, 'text', O>;

/** As {@link address}, in the table of a resource: street and phone are encrypted. */
export const sealedAddress = <P extends string, const O extends MainOptions>(prefix: P, main: O) =>
  addressGroup(prefix, sealed, main) as AddressFields<P, 'sealed', O>;

/** Keys of the fields of an address, in the order in which they are read. */
export const addressKeys = <P extends string>(prefix: P): readonly AddressKey<P>[] =>
  PARTS.map((part): AddressKey<P> => `${prefix}${part}`);

/** Rows of a form that asks for an address. */
export const addressRows = <P extends string>(prefix: P): readonly (readonly AddressKey<P>[])[] => [
  [`${prefix}Name`, `${prefix}Phone`],
  [`${prefix}Address1`, `${prefix}Address2`],
  [`${prefix}City`, `${prefix}State`],
  [`${prefix}PostalCode`, `${prefix}Country`],
];

/** What names a person or leads to them: all of an address but its state and country. */
export const addressMask = <P extends string>(
  prefix: P,
): readonly AddressKey<P, Exclude<Part, 'State' | 'Country'>>[] => [
  `${prefix}Name`,
  `${prefix}Address1`,
  `${prefix}Address2`,
  `${prefix}City`,
  `${prefix}PostalCode`,
  `${prefix}Phone`,
];

/** An address of which every part is said, if only to be empty. */
export type WholeAddress = Required<Omit<Address, 'company' | 'email'>>;

/** What carriers get of an address: all of its parts, and nothing else that may stand beside them. */
export const wholeAddress = (of: Address): WholeAddress => ({
  name: of.name,
  phone: of.phone ?? '',
  address1: of.address1,
  address2: of.address2 ?? '',
  city: of.city,
  state: of.state,
  postalCode: of.postalCode,
  country: of.country,
});

/**
 * The address that stands in a row or in the answers of a form; empty where nothing was said.
 * @param open of what is encrypted; of typed values, none is
 */
export function readAddress<P extends string>(
  prefix: P,
  row: Partial<Readonly<Record<AddressKey<P>, string | null>>>,
  open: (sealed: string) => string = (typed) => typed,
): WholeAddress {
  const of = (part: Part): string => row[`${prefix}${part}`] ?? '';
  const opened = (part: Hidden): string => (of(part) === '' ? '' : open(of(part)));
  return {
    name: of('Name'),
    phone: opened('Phone'),
    address1: opened('Address1'),
    address2: opened('Address2'),
    city: of('City'),
    state: of('State'),
    postalCode: of('PostalCode'),
    country: of('Country'),
  };
}

/** An address as the fields of a form or a row have it; the reverse of {@link readAddress}. */
export const addressValues = <P extends string>(prefix: P, of: Address): Record<AddressKey<P>, string> => {
  const { name, phone, address1, address2, city, state, postalCode, country } = wholeAddress(of);
  const values: Record<Part, string> = {
    Name: name,
    Phone: phone,
    Address1: address1,
    Address2: address2,
    City: city,
    State: state,
    PostalCode: postalCode,
    Country: country || USUAL_COUNTRY,
  };
  return Object.fromEntries(PARTS.map((part) => [`${prefix}${part}`, values[part]])) as Record<AddressKey<P>, string>;
};

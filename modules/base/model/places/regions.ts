import { countryCode } from '#kit/model/country.ts';

/** Names of US states and territories, and of Canadian provinces, by their codes. */
const NAMES: Readonly<Record<'US' | 'CA', string>> = {
  US:
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
    'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,' +
    'KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,' +
    'MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,' +
    'NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,' +
    'PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,' +
    'VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,' +
    'VI Virgin Islands,GU Guam,AS American Samoa,MP Northern Mariana Islands,FM Micronesia,' +
    'MH Marshall Islands,PW Palau',
  CA:
    'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,' +
    'NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,' +
    'SK Saskatchewan,YT Yukon',
};

/** First letter of a Canadian postal code → its provinces, as the post publishes them. */
const PROVINCES: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT NU',
  Y: 'YT',
};

const WITH_RULES: ReadonlySet<string> = new Set(['US', 'CA', 'GB']);

/** Code of a country that has rules here; null for all others. */
export function countryOf(text: string): string | null {
  const code = countryCode(text);
  return code !== null && WITH_RULES.has(code) ? code : null;
}

/** Code of a state or province written out, or as a code in any case; null where it is none. */
export function regionOf(country: 'US' | 'CA', text: string): string | null {
  const requested = text.trim().replaceAll('.', '').toLowerCase();
  const found = NAMES[country]
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)] as const)
    .find(([code, name]) => code.toLowerCase() === requested || name.toLowerCase() === requested);
  return found?.[0] ?? null;
}

/** Provinces that a Canadian postal code may lie in. */
export const provincesOf = (postcode: string): readonly string[] =>
  PROVINCES[postcode.trim().charAt(0).toUpperCase()]?.split(' ') ?? [];

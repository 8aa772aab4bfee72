/** Names that people and other systems write beside those that a language gives a country, and codes of three letters. */
const OTHERS: Readonly<Record<string, string>> = {
  'UNITED STATES OF AMERICA': 'US',
  AMERICA: 'US',
  美利坚合众国: 'US',
  UK: 'GB',
  ENGLAND: 'GB',
  'GREAT BRITAIN': 'GB',
  HOLLAND: 'NL',
  KOREA: 'KR',
  'REPUBLIC OF KOREA': 'KR',
  VIETNAM: 'VN',
  UAE: 'AE',
  阿联酋: 'AE',
  'HONG KONG': 'HK',
  香港: 'HK',
  中国香港: 'HK',
  MACAU: 'MO',
  澳门: 'MO',
  中国澳门: 'MO',
  台湾: 'TW',
  中国台湾: 'TW',
};

const OF_THREE = new Map(
  (
    'USA:US CAN:CA MEX:MX GBR:GB IRL:IE DEU:DE FRA:FR ITA:IT ESP:ES PRT:PT NLD:NL BEL:BE LUX:LU AUT:AT CHE:CH ' +
    'POL:PL CZE:CZ HUN:HU ROU:RO GRC:GR SWE:SE NOR:NO DNK:DK FIN:FI AUS:AU NZL:NZ JPN:JP KOR:KR CHN:CN HKG:HK ' +
    'MAC:MO TWN:TW SGP:SG MYS:MY THA:TH VNM:VN PHL:PH IDN:ID IND:IN ARE:AE SAU:SA ISR:IL TUR:TR ZAF:ZA BRA:BR ' +
    'ARG:AR CHL:CL COL:CO PER:PE PRI:PR'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const keyOf = (text: string): string =>
  text.normalize('NFKC').trim().replace(/[.]/g, '').replace(/\s+/g, ' ').toUpperCase();

let byName: Map<string, string> | undefined;

/** Countries by their English and Chinese names; made when a name is first asked for. */
function namedCountries(): Map<string, string> {
  if (byName) return byName;
  byName = new Map(Object.entries(OTHERS));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const locale of ['en', 'zh-CN']) {
    const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = names.of(code);
      // A code of old (DD) has the name of the one that took its place.
      const isOfNow = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      if (name !== undefined && isOfNow && !byName.has(keyOf(name))) byName.set(keyOf(name), code);
    }
  }
  return byName;
}

/** The two letters of a country (ISO 3166) by its code in any case, its code of three letters or its name; null: it is none. */
export function countryCode(text: string): string | null {
  const key = keyOf(text);
  const other = OTHERS[key] ?? OF_THREE.get(key);
  if (other !== undefined) return other;
  return /^[A-Z]{2}$/.test(key) ? key : (namedCountries().get(key) ?? null);
}

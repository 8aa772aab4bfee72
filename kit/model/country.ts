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

/** Every country that has a code (ISO 3166-1). */
const COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

const keyOf = (text: string): string =>
  text.normalize('NFKC').trim().replace(/[.]/g, '').replace(/\s+/g, ' ').toUpperCase();

let byName: Map<string, string> | undefined;

/** Countries by their English and Chinese names; made when a name is first asked for. */
function namedCountries(): Map<string, string> {
  if (byName) return byName;
  byName = new Map(Object.entries(OTHERS));
  for (const locale of ['en', 'zh-CN']) {
    const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES) {
      const name = names.of(code);
      if (name !== undefined && !byName.has(keyOf(name))) byName.set(keyOf(name), code);
    }
  }
  return byName;
}

/** The two letters of a country (ISO 3166) by its code in any case, its code of three letters or its name; null: it is none. */
export function countryCode(text: string): string | null {
  const key = keyOf(text);
  const other = OTHERS[key] ?? OF_THREE.get(key);
  if (other !== undefined) return other;
  return COUNTRIES.has(key) ? key : (namedCountries().get(key) ?? null);
}

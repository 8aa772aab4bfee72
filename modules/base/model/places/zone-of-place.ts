import { countryOf, provincesOf, regionOf } from './regions.ts';
import { statesOfZip } from './us-zip-states.ts';

/** Clocks of the US states and Canadian provinces; of one that has two, those of most of its people. */
const ZONES: Readonly<Record<'US' | 'CA', readonly (readonly [zone: string, regions: string])[]>> = {
  US: [
    ['America/New_York', 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'],
    ['America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'],
    ['America/Denver', 'CO ID MT NM UT WY'],
    ['America/Phoenix', 'AZ'],
    ['America/Los_Angeles', 'CA NV OR WA'],
    ['America/Anchorage', 'AK'],
    ['Pacific/Honolulu', 'HI'],
    ['America/Puerto_Rico', 'PR VI'],
    ['Pacific/Guam', 'GU MP'],
  ],
  CA: [
    ['America/Toronto', 'ON QC'],
    ['America/Halifax', 'NB NS PE'],
    ['America/St_Johns', 'NL'],
    ['America/Winnipeg', 'MB'],
    ['America/Regina', 'SK'],
    ['America/Edmonton', 'AB NT'],
    ['America/Vancouver', 'BC'],
    ['America/Whitehorse', 'YT'],
  ],
};

/** Countries with one clock, as far as sellers keep goods there. */
const COUNTRY_ZONES: Readonly<Record<string, string>> = {
  CN: 'Asia/Shanghai',
  GB: 'Europe/London',
  DE: 'Europe/Berlin',
  FR: 'Europe/Paris',
  NL: 'Europe/Amsterdam',
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  PL: 'Europe/Warsaw',
  JP: 'Asia/Tokyo',
};

/** An address as far as it says where a place is. */
export interface Place {
  country: string;
  state?: string | null;
  postalCode?: string | null;
}

/**
 * Code of the state or province that an address is in: as it is written, else by its postal code where that serves
 * one alone. Null where neither says it, or the country has none that we know.
 */
export function regionOfPlace({ country, state, postalCode }: Place): string | null {
  const code = countryOf(country);
  if (code !== 'US' && code !== 'CA') return null;
  if (state?.trim()) return regionOf(code, state);
  const found = code === 'US' ? statesOfZip(postalCode ?? '') : provincesOf(postalCode ?? '');
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** IANA name of the clocks at an address; null where it does not say. */
export function zoneOfPlace(place: Place): string | null {
  const code = countryOf(place.country) ?? place.country.trim().toUpperCase();
  if (code !== 'US' && code !== 'CA') return COUNTRY_ZONES[code] ?? null;
  const region = regionOfPlace(place);
  if (region === null) return null;
  return ZONES[code].find(([, regions]) => regions.split(' ').includes(region))?.[0] ?? null;
}

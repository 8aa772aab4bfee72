/** Made-up buyers at places that exist: city, state and ZIP belong together. */
import type { Random } from '../random.ts';
import type { PostalAddress } from './state.ts';

const PLACES: readonly (readonly [string, string, string])[] = [
  ['Brooklyn', 'NY', '11215'],
  ['Albany', 'NY', '12208'],
  ['Hoboken', 'NJ', '07030'],
  ['Cherry Hill', 'NJ', '08002'],
  ['Philadelphia', 'PA', '19147'],
  ['Pittsburgh', 'PA', '15217'],
  ['Boston', 'MA', '02130'],
  ['Worcester', 'MA', '01602'],
  ['Hartford', 'CT', '06105'],
  ['Baltimore', 'MD', '21218'],
  ['Arlington', 'VA', '22204'],
  ['Richmond', 'VA', '23220'],
  ['Raleigh', 'NC', '27608'],
  ['Charlotte', 'NC', '28205'],
  ['Atlanta', 'GA', '30307'],
  ['Orlando', 'FL', '32803'],
  ['Tampa', 'FL', '33609'],
  ['Nashville', 'TN', '37206'],
  ['Columbus', 'OH', '43214'],
  ['Cleveland', 'OH', '44120'],
  ['Ann Arbor', 'MI', '48104'],
  ['Chicago', 'IL', '60614'],
  ['Naperville', 'IL', '60540'],
  ['Madison', 'WI', '53703'],
  ['Minneapolis', 'MN', '55406'],
  ['Kansas City', 'MO', '64111'],
  ['Austin', 'TX', '78704'],
  ['Houston', 'TX', '77008'],
  ['Dallas', 'TX', '75206'],
  ['Denver', 'CO', '80205'],
  ['Boulder', 'CO', '80302'],
  ['Salt Lake City', 'UT', '84105'],
  ['Phoenix', 'AZ', '85016'],
  ['Las Vegas', 'NV', '89117'],
  ['Los Angeles', 'CA', '90026'],
  ['San Diego', 'CA', '92104'],
  ['Sacramento', 'CA', '95818'],
  ['Oakland', 'CA', '94611'],
  ['Portland', 'OR', '97214'],
  ['Seattle', 'WA', '98115'],
];

const FIRST_NAMES = `
  Olivia Noah Emma Liam Ava Elijah Sophia Lucas Mia Mason Isabella Logan Amelia Ethan
  Harper James Grace Henry Chloe Owen Priya Diego Mei Omar Fatima Andre Naomi Viktor Leila
  Tomas
`
  .trim()
  .split(/\s+/);
const LAST_NAMES = `
  Smith Johnson Garcia Nguyen Brown Davis Miller Wilson Moore Taylor Anderson Thomas
  Jackson White Harris Martin Clark Lewis Patel Kim Rossi O'Connor Schneider Okafor Haddad
  Larsen Novak
`
  .trim()
  .split(/\s+/);
const STREETS = `
  Maple Street, Oak Avenue, Cedar Lane, Washington Street, Lake View Drive, Park Avenue,
  Elm Street, Highland Avenue, River Road, Sunset Boulevard, Chestnut Street,
  Franklin Street, Meadow Lane, Mill Road, Prospect Avenue
`
  .split(',')
  .map((street) => street.trim());

export function randomBuyer(random: Random): { shipTo: PostalAddress; email: string } {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const [city, state, postalCode] = random.pick(PLACES);
  const shipTo = {
    name: `${first} ${last}`,
    address1: `${random.integer(12, 9899)} ${random.pick(STREETS)}`,
    address2: random.chance(0.25) ? `Apt ${random.integer(1, 24)}${random.pick(['A', 'B', 'C'])}` : null,
    address3: null,
    city,
    state,
    country: 'US',
    postalCode,
    phoneNumber: `+1 ${random.integer(201, 979)} 555 01${random.digits(2)}`,
  };
  const email = `${first}.${last}.${random.digits(4)}@example.com`.toLowerCase().replace("'", '');
  return { shipTo, email };
}

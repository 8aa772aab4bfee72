import { expect, test } from 'vitest';
import { regionOfPlace, zoneOfPlace } from './zone-of-place.ts';

test('an address says which clocks hold there: by its state, else by its postal code', () => {
  expect(zoneOfPlace({ country: 'US', state: 'NJ' })).toBe('America/New_York');
  expect(zoneOfPlace({ country: 'US', state: 'New Jersey' })).toBe('America/New_York');
  expect(zoneOfPlace({ country: 'US', postalCode: '08817' })).toBe('America/New_York');
  expect(zoneOfPlace({ country: 'us', postalCode: '92335-1234' })).toBe('America/Los_Angeles');
  expect(zoneOfPlace({ country: 'US', state: 'TX' })).toBe('America/Chicago');
  expect(zoneOfPlace({ country: 'CA', postalCode: 'V5K 0A1' })).toBe('America/Vancouver');
  expect(zoneOfPlace({ country: 'CN' })).toBe('Asia/Shanghai');
});

test('what an address does not say is not guessed', () => {
  expect(zoneOfPlace({ country: 'US' })).toBeNull();
  expect(zoneOfPlace({ country: 'US', state: '未知' })).toBeNull();
  expect(zoneOfPlace({ country: 'BR', state: 'SP' })).toBeNull();
  expect(regionOfPlace({ country: 'US', postalCode: '08817' })).toBe('NJ');
  expect(regionOfPlace({ country: 'GB', postalCode: 'SW1A 1AA' })).toBeNull();
});

import { afterAll, beforeAll, test } from 'vitest';
import { connectAndAccept } from './connect-and-accept.ts';
import { openFirstJourney, scene } from './first-journey.ts';
import { shipSixBoxes } from './ship-six-boxes.ts';

/** The first of all journeys, from a shop that is not connected yet to six boxes on a truck. */
export function pullToShipped(startsAt?: Date): void {
  beforeAll(() => openFirstJourney(startsAt));
  afterAll(() => scene.stop());
  test('S1+S2: from an unconnected shop to acknowledged orders', connectAndAccept);
  test('S3: a multi-carton order ships as six boxes', shipSixBoxes);
}

import { createRandom, hashOf } from '../random.ts';

/** The channel's own item number of a part: four letters and four digits, always the same. */
export function wayfairSku(partNumber: string): string {
  const random = createRandom(hashOf(partNumber));
  const letters = Array.from({ length: 4 }, () => random.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ']));
  return letters.join('') + String(random.integer(1000, 9999));
}

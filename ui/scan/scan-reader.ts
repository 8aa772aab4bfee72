import { signOf, type PressedKey } from './key-sign.ts';

/** Signs of a scanner come within this time of each other; nobody types a whole number so fast. */
export const BETWEEN_SIGNS_MS = 60;
const LEAST_SIGNS = 4;

/**
 * Tells what a scanner reads from what a person types: signs in quick succession, ended by Enter or
 * Tab.
 * @returns what each pressed key is given to; it answers the number once one is complete
 */
export function createScanReader(): (pressed: PressedKey) => string | null {
  let signs = '';
  let last = -Infinity;
  return (pressed) => {
    const { timeStamp } = pressed;
    const key = signOf(pressed);
    const isQuick = timeStamp - last <= BETWEEN_SIGNS_MS;
    if (key === 'Enter' || key === 'Tab') {
      const read = isQuick && signs.length >= LEAST_SIGNS ? signs : null;
      signs = '';
      return read;
    }
    // Shift and its like come between the signs of a scanner that sends capitals.
    if ([...key].length !== 1) return null;
    signs = isQuick ? signs + key : key;
    last = timeStamp;
    return null;
  };
}

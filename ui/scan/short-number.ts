/** Signs of a number that are shown as they were read: what is longer is no number of ours. */
const MOST = 40;
const HEAD = 24;
const TAIL = 8;

/** What was read, as it is said: cut in its middle, so that both ends can be compared with the goods. */
export function shortNumber(read: string): string {
  const signs = [...read];
  return signs.length <= MOST ? read : `${signs.slice(0, HEAD).join('')}…${signs.slice(-TAIL).join('')}`;
}

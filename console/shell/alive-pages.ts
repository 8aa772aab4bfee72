/** Pages kept alive behind the one in front: enough for a day's back and forth, few in memory. */
const MAX_ALIVE = 12;

/**
 * Brings a page to the front of those that are alive, the latest first. Beyond the limit the page
 * that was left longest ago is rebuilt when it comes back, unless somebody's work stands on it.
 */
export function bringToFront(
  alive: readonly string[],
  key: string,
  isHeld: (key: string) => boolean,
  most = MAX_ALIVE,
): readonly string[] {
  if (alive[0] === key) return alive;
  const next = [key, ...alive.filter((one) => one !== key)];
  let tooMany = next.length - most;
  if (tooMany <= 0) return next;
  const stored: string[] = [];
  for (const one of next.toReversed()) {
    if (tooMany > 0 && one !== key && !isHeld(one)) tooMany--;
    else stored.unshift(one);
  }
  return stored;
}

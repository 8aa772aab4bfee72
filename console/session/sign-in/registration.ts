import { rules } from '#kit/model/rules.ts';
import { writeWindow, readWindow } from '#ui/browser-store.ts';

/** What the page after a registration tells of. */
interface Registered {
  username: string;
  /** They opened a trial tenant of their own; otherwise they came by an invitation. */
  isTrial: boolean;
}

const KEY = 'waybill.registered';
let registered: Registered | null = null;

/** Kept for this window, so that a reload still knows. */
export function storeRegistered(done: Registered): void {
  registered = done;
  writeWindow(KEY, JSON.stringify(done));
}

export function readRegistered(): Registered | null {
  if (registered) return registered;
  try {
    const stored = JSON.parse(readWindow(KEY) ?? 'null') as Registered | null;
    return typeof stored?.username === 'string' ? stored : null;
  } catch {
    return null;
  }
}

/** Shared form rule `userName` (spec §5). */
export const usernameFault = (username: string): string | undefined =>
  username.trim() === '' ? '请输入用户名' : (rules.userName(username.trim()) ?? undefined);

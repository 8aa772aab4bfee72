/** A button permission as the server answers it (contract §2.6). */
interface AuthEntry {
  action: string;
  /** '1': shown or hidden; '2': enabled or disabled. */
  type?: string;
  /** '1': the rule is in force; '0': switched off, so that it binds nobody. */
  status?: string | number;
  describe?: string;
}

export interface AuthLists {
  /** Permissions granted to this user. */
  auth?: readonly AuthEntry[];
  /** All permissions there are. */
  allAuth?: readonly AuthEntry[];
}

/** Permissions that a form brings of itself; an action named there is judged by the form alone. */
export type FormPermissions = readonly Pick<AuthEntry, 'action' | 'type'>[];

const DISABLES = '2';
const codesOf = ({ action }: Pick<AuthEntry, 'action'>): string[] => action.split(',');
const isOff = ({ status }: AuthEntry): boolean => String(status) === '0';
const names = (entries: readonly AuthEntry[], code: string): boolean =>
  entries.some((entry) => codesOf(entry).includes(code));

/**
 * A code is allowed when it is granted, or when its rule is switched off for everybody (allAuth
 * status 0). One granted action may name several codes, comma-joined. Unknown codes are denied.
 */
export function permissionJudge({ auth = [], allAuth = [] }: AuthLists): (code: string) => boolean {
  const granted = new Set(auth.flatMap(codesOf));
  const open = new Set(allAuth.filter(isOff).flatMap(codesOf));
  return (code) => granted.has(code) || open.has(code);
}

/**
 * The has-rule: whether an element marked with a code stays. Type 2 entries are ignored; a code of
 * the form's own permissions stays; a rule that is switched off stays; else it must be granted.
 */
export function isShown(code: string, lists: AuthLists, form: FormPermissions = []): boolean {
  const shows = (entry: Pick<AuthEntry, 'type'>): boolean => entry.type !== DISABLES;
  if (form.some((entry) => shows(entry) && codesOf(entry).includes(code))) return true;
  const { auth = [], allAuth = [] } = lists;
  if (
    names(
      allAuth.filter((entry) => shows(entry) && isOff(entry)),
      code,
    )
  )
    return true;
  return names(auth.filter(shows), code);
}

/**
 * Whether an element marked with a code is disabled: only a type 2 rule in force disables, unless it
 * is granted; a form's own type 2 entry always does.
 */
export function isDisabled(code: string, lists: AuthLists, form: FormPermissions = []): boolean {
  const disables = (entry: Pick<AuthEntry, 'type'>): boolean => entry.type === DISABLES;
  if (form.some((entry) => disables(entry) && codesOf(entry).includes(code))) return true;
  const { auth = [], allAuth = [] } = lists;
  const rules = allAuth.filter((entry) => disables(entry) && codesOf(entry).includes(code));
  if (rules.length === 0 || rules.some(isOff)) return false;
  return !names(auth.filter(disables), code);
}

/**
 * What a user lacks of the rules below a prefix, without the prefix: columns and buttons to hide.
 * Only type 1 rules in force count.
 */
export function lackingBelow(prefix: string, { auth = [], allAuth = [] }: AuthLists): string[] {
  const below = (entries: readonly AuthEntry[]): string[] =>
    entries
      .filter((entry) => entry.type === '1')
      .flatMap(codesOf)
      .filter((code) => code.startsWith(prefix))
      .map((code) => code.slice(prefix.length));
  const granted = new Set(below(auth));
  const inForce = below(allAuth.filter((entry) => String(entry.status) === '1'));
  return [...new Set(inForce)].filter((code) => !granted.has(code));
}

/** How a user likes the console to look (spec §3). Kept in this browser. */
export interface Settings {
  navTheme: 'light' | 'dark';
  /** Whether pages are light or dark, or as the system has it. */
  scheme: 'light' | 'dark' | 'system';
  layout: 'sidemenu' | 'topmenu';
  contentWidth: 'Fixed' | 'Fluid';
  fixedHeader: boolean;
  fixSiderbar: boolean;
  autoHideHeader: boolean;
  colorWeak: boolean;
  /** `#RRGGBB`. */
  primaryColor: string;
  multipage: boolean;
}

export const DEFAULTS: Settings = {
  navTheme: 'light',
  scheme: 'light',
  layout: 'sidemenu',
  contentWidth: 'Fixed',
  fixedHeader: false,
  fixSiderbar: false,
  autoHideHeader: false,
  colorWeak: false,
  primaryColor: '#1890FF',
  multipage: true,
};

/** Changes settings as the drawer does: what a change makes impossible is turned off (spec §4). */
export function changeSettings(before: Settings, change: Partial<Settings>): Settings {
  const next = { ...before, ...change };
  if (next.layout !== before.layout) next.fixSiderbar = false;
  return settled(next);
}

/** Which settings can be changed beside the others. */
export const canChange = (settings: Settings): Record<'fixSiderbar' | 'autoHideHeader' | 'contentWidth', boolean> => ({
  fixSiderbar: settings.layout === 'sidemenu',
  autoHideHeader: settings.fixedHeader,
  contentWidth: settings.layout === 'topmenu',
});

/** Reads kept settings; whatever is missing or no such value is the default. */
export function readSettings(text: string | null): Settings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return DEFAULTS;
  }
  if (typeof stored !== 'object' || stored === null) return DEFAULTS;
  const values = stored as Record<string, unknown>;
  const read = Object.entries(DEFAULTS).map(([name, value]) => {
    const isValid = CHECKS[name as keyof Settings](values[name]);
    return [name, isValid ? values[name] : value];
  });
  return settled(Object.fromEntries(read) as Settings);
}

/** Without a fixed header none hides; a menu on top is no fixed sidebar; only its pages are fluid. */
function settled(settings: Settings): Settings {
  const can = canChange(settings);
  return {
    ...settings,
    autoHideHeader: settings.autoHideHeader && can.autoHideHeader,
    fixSiderbar: settings.fixSiderbar && can.fixSiderbar,
    contentWidth: can.contentWidth ? settings.contentWidth : 'Fixed',
  };
}

type Check = (value: unknown) => boolean;

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const isBoolean: Check = (value) => typeof value === 'boolean';

const CHECKS: Record<keyof Settings, Check> = {
  navTheme: oneOf('light', 'dark'),
  scheme: oneOf('light', 'dark', 'system'),
  layout: oneOf('sidemenu', 'topmenu'),
  contentWidth: oneOf('Fixed', 'Fluid'),
  fixedHeader: isBoolean,
  fixSiderbar: isBoolean,
  autoHideHeader: isBoolean,
  colorWeak: isBoolean,
  primaryColor: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  multipage: isBoolean,
};

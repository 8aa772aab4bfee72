import { create } from 'zustand';
import { writeLocal, readLocal } from '#ui/browser-store.ts';
import { useColorScheme, type ColorScheme } from '#ui/color-scheme.ts';
import { changeSettings, DEFAULTS, readSettings, type Settings } from './settings.ts';
import { surfaceOf, tonesOf } from './tones.ts';

const KEY = 'waybill.settings';

/** The settings of this browser; read, and painted on the page, before anything is shown. */
export const useSettings = create<Settings>(() => readSettings(readLocal(KEY)));

/**
 * Changes settings by the rules, shows them at once and keeps them.
 * @returns whether they will be there at the next visit: a browser may refuse to keep anything
 */
export function setSettings(change: Partial<Settings>): boolean {
  const next = changeSettings(useSettings.getState(), change);
  paint(next);
  useSettings.setState(next);
  return writeLocal(KEY, JSON.stringify(next));
}

/** As they are on a first visit. */
export const resetSettings = (): boolean => setSettings(DEFAULTS);

const darkSystem = globalThis.window?.matchMedia?.('(prefers-color-scheme: dark)');

const paper = globalThis.window?.matchMedia?.('print');
let isPrinting = paper?.matches ?? false;

/** Paper is white, whatever the person looks at. */
const schemeOf = ({ scheme }: Settings): ColorScheme => {
  if (isPrinting) return 'light';
  return scheme === 'system' ? (darkSystem?.matches ? 'dark' : 'light') : scheme;
};

function paintFor(isPaper: boolean): void {
  isPrinting = isPaper;
  paint(useSettings.getState());
}

/**
 * Puts the theme, the tones and the filter for weak colour sight on the document; the rest is the shell's.
 * The filter stands on the root element: anywhere else it would unfix what is fixed on the screen.
 */
function paint(settings: Settings): void {
  const { primaryColor, colorWeak } = settings;
  const root = globalThis.document?.documentElement;
  if (!root) return;
  const scheme = schemeOf(settings);
  root.dataset['theme'] = scheme;
  for (const [name, tone] of Object.entries(tonesOf(primaryColor, scheme)))
    root.style.setProperty(`--wb-${name === 'onSolid' ? 'on-solid' : name}`, tone);
  const frame = document.querySelector('meta[name="theme-color"]');
  frame?.setAttribute('content', surfaceOf(scheme));
  useColorScheme.setState({ scheme });
  root.classList.toggle('wb-color-weak', colorWeak);
}

paint(useSettings.getState());
darkSystem?.addEventListener('change', () => paint(useSettings.getState()));

globalThis.window?.addEventListener('beforeprint', () => paintFor(true));
globalThis.window?.addEventListener('afterprint', () => paintFor(false));
paper?.addEventListener('change', ({ matches }) => paintFor(matches));

globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  const next = readSettings(readLocal(KEY));
  paint(next);
  useSettings.setState(next);
});

import { create } from 'zustand';
import { keepLocally, keptLocally } from '#ui/browser-store.ts';
import { changeSettings, DEFAULTS, readSettings, type Settings } from './settings.ts';
import { tonesOf } from './tones.ts';

const KEY = 'waybill.settings';

/** The settings of this browser; read, and painted on the page, before anything is shown. */
export const useSettings = create<Settings>(() => readSettings(keptLocally(KEY)));

/**
 * Changes settings by the rules, shows them at once and keeps them.
 * @returns whether they will be there at the next visit: a browser may refuse to keep anything
 */
export function setSettings(change: Partial<Settings>): boolean {
  const next = changeSettings(useSettings.getState(), change);
  paint(next);
  useSettings.setState(next);
  return keepLocally(KEY, JSON.stringify(next));
}

/** As they are on a first visit. */
export const resetSettings = (): boolean => setSettings(DEFAULTS);

/**
 * Puts the tones and the filter for weak colour sight on the document; the rest is the shell's.
 * The filter stands on the root element: anywhere else it would unfix what is fixed on the screen.
 */
function paint({ primaryColor, colorWeak }: Settings): void {
  const root = globalThis.document?.documentElement;
  if (!root) return;
  for (const [name, tone] of Object.entries(tonesOf(primaryColor)))
    root.style.setProperty(`--wb-${name}`, tone);
  root.classList.toggle('wb-color-weak', colorWeak);
}

paint(useSettings.getState());

globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  const next = readSettings(keptLocally(KEY));
  paint(next);
  useSettings.setState(next);
});

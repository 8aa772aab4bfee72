import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A browser as people have it, or one that never had a window: without buttons of its own to draw
 * it costs a third less, which tests are glad of and measurements must not have.
 */
export type BrowserKind = 'whole' | 'windowless';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The best first. */
const NAMES: Readonly<Record<BrowserKind, readonly string[]>> = {
  whole: WHOLE,
  windowless: ['chromium-headless-shell', ...WHOLE],
};
const PACKAGES: Readonly<Record<BrowserKind, readonly string[]>> = {
  whole: ['chromium'],
  windowless: ['chromium-headless-shell', 'chromium'],
};
/** Besides the folders of PATH, which a service may have cut short. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];

/**
 * A Chromium to drive: CHROME_PATH, PATH, the usual places, or, as root on Debian, its package.
 * Nothing is ever downloaded from a browser vendor. @throws with what to do
 */
export function findChromium(kind: BrowserKind): string {
  const known = locate(kind);
  if (known) return known;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('installing Chromium from the distribution');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    for (const browser of PACKAGES[kind]) {
      const requested = ['-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-cjk'];
      spawnSync('apt-get', ['install', ...requested], { stdio: ['ignore', 'ignore', 'inherit'], env });
      const installed = locate(kind);
      if (installed) return installed;
    }
  }
  throw new Error('no Chromium found: install the package chromium, or set CHROME_PATH');
}

function locate(kind: BrowserKind): string | undefined {
  const given = process.env['CHROME_PATH'];
  if (given && existsSync(given)) return given;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  return NAMES[kind].flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

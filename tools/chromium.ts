import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/**
 * A Chromium to drive: CHROME_PATH, the usual places, or, as root on Debian, its package.
 * Nothing is ever downloaded from a browser vendor. @throws with what to do
 */
export function findChromium(): string {
  const known = locate();
  if (known) return known;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('installing Chromium from the distribution');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    spawnSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env,
      },
    );
    const installed = locate();
    if (installed) return installed;
  }
  throw new Error('no Chromium found: install the package chromium, or set CHROME_PATH');
}

function locate(): string | undefined {
  const given = process.env['CHROME_PATH'];
  if (given && existsSync(given)) return given;
  return PLACES.find((place) => existsSync(place));
}

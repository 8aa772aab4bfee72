import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Besides the folders of PATH, which a service may have cut short. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin'];

/**
 * A Chromium to drive: CHROME_PATH, PATH, the usual places, or, as root on Debian, its package.
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
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

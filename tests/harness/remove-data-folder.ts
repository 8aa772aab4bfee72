import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes the data folder of an installation that a test made, and its embedded database where
 * that stands outside of it (started as root from a folder closed to others).
 */
export function removeDataFolder(dataDir: string): void {
  const file = join(dataDir, 'instance.json');
  if (existsSync(file)) {
    const { id, place } = JSON.parse(readFileSync(file, 'utf8')) as { id: string; place: string };
    if (place === 'system' && /^[0-9a-f]{16}$/.test(id))
      rmSync(join('/var/lib/waybill', id), { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}

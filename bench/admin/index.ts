import { hashPassword } from '#modules/system/server/password-hash.ts';
import { openScene } from '../scene.ts';
import { generateAdministration } from './generate.ts';
import { measurePages } from './pages.ts';
import { printPage, printSignIn } from './print.ts';
import { measureSignIn, PASSWORD } from './sign-in.ts';

/**
 * W1 and the pages of the administration at the sizes of {@link generateAdministration}.
 * @returns how the run ends: goals of processor time are kept, those of the clock only said
 */
export async function benchAdministration(): Promise<number> {
  const scene = await openScene();
  try {
    const started = performance.now();
    const { tenant } = scene.seller;
    const passwordHash = await hashPassword(PASSWORD);
    await generateAdministration(scene.owner, { tenant, passwordHash });
    console.log(`filled after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const app = await scene.serveApp();
    const isMet = printSignIn(await measureSignIn(app));
    await measurePages(scene.owner, tenant, app, printPage);
    return isMet ? 0 : 1;
  } finally {
    await scene.close();
  }
}

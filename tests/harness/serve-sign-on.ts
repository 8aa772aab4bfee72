import { PASSWORD } from './app.ts';
import setUp from './global-setup.ts';
import { startSignOnScene } from './sign-on-scene.ts';
import type { SignOnServed, Vouched } from './sign-on-channel.ts';

/**
 * The product beside an OpenID Connect provider and a CAS server, in a process of its own: its
 * parent says whom they vouch for, and nothing is left behind when it lets go.
 */
const removeCluster = await setUp();
const scene = await startSignOnScene().catch(async (error: unknown) => {
  await removeCluster();
  throw error;
});

process.on('message', ({ subject, casUser }: Vouched) => {
  scene.provider.person = subject === null ? null : { sub: subject };
  scene.cas.user = casUser;
  process.send?.('heard');
});
process.once('disconnect', () => void scene.stop().then(removeCluster));

process.send?.({ consoleUrl: scene.url, password: PASSWORD } satisfies SignOnServed);

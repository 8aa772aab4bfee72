import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { storeSession } from '#kit/web/session/session-store.ts';
import { release } from '#ui/page/held-pages.ts';
import { toastAfterSwitch } from './session-gate.tsx';
import { sessionOf } from './sign-in.ts';

/** Goes on in the tenant of an answer, on its home page: another tenant is another session. */
export function enterAs(answer: SignInAnswer, words: string): void {
  toastAfterSwitch(words);
  release();
  // An address may name a row of the tenant that is left.
  history.replaceState(null, '', '/');
  storeSession(sessionOf(answer));
}

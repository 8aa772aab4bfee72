import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { keepSession } from '#kit/web/session/session-store.ts';
import { letGo } from '#ui/page/held-pages.ts';
import { sayAfterSwitch } from './session-gate.tsx';
import { sessionOf } from './sign-in.ts';

/** Goes on in the tenant of an answer, on its home page: another tenant is another session. */
export function enterAs(answer: SignInAnswer, words: string): void {
  sayAfterSwitch(words);
  letGo();
  // An address may name a row of the tenant that is left.
  history.replaceState(null, '', '/');
  keepSession(sessionOf(answer));
}

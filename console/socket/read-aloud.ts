import { useReadAloud } from '../read-aloud-choice.ts';

const MAX_CHARS = 200;
/** As long as windows may differ in hearing of the same message. */
const CLAIM_MS = 3000;

/** Reads a message aloud with the browser's own voice, in one window, where that is switched on. */
export function readAloud(messageId: string, text: string): void {
  if (!useReadAloud.getState().isOn || text === '' || !('speechSynthesis' in window)) return;
  const speak = (): void => {
    const words = new SpeechSynthesisUtterance(text.slice(0, MAX_CHARS));
    words.lang = 'zh-CN';
    speechSynthesis.speak(words);
  };
  // Absent where the page did not come over https: then each window speaks for itself.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return speak();
  void locks.request(`waybill.readAloud.${messageId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    speak();
    await new Promise((done) => setTimeout(done, CLAIM_MS));
  });
}

/** Switched off: silent at once. */
useReadAloud.subscribe(({ isOn }) => {
  if (!isOn && 'speechSynthesis' in globalThis) speechSynthesis.cancel();
});

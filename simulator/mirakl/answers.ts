import { jsonAnswer, type Answer } from '../exchange.ts';

/** A refusal: the vendor models only `message` and `status`; where the code stands is a guess. */
export const refused = (status: number, code: string | null, message: string): Answer => ({
  ...jsonAnswer(status, { status, message, ...(code === null ? {} : { errors: [{ code, message }] }) }),
  errors: [code ?? message],
});

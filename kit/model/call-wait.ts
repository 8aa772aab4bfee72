/**
 * The setting that says how long what a person's move tells outside waits, and the wait where neither the tenant nor
 * the installation says it. The kit holds moves back (kit/server/held-moves.ts); channels asks for the value.
 */
export const CALL_WAIT = { name: 'channels:callWait', seconds: 30 } as const;

/** What waits for somebody: it has to be done today, or something is wrong. */
export type TodoBand = 'today' | 'wrong';

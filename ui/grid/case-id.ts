/** Names this window as the origin of the rows that it sends to others. */
export const caseId = Math.random().toString(36).slice(2);

const SENT: ReadonlySet<string> = new Set(['partial', 'shipped', 'delivered', 'completed', 'history']);

/** Whether a buyer has, or may have, some of an order: they may ask for parts of it, or send it back. */
export const isSent = (status: string): boolean => SENT.has(status);

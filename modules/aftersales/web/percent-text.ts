/** Basis points as people read them: 8333 is 83.3%; nothing yet is a dash. */
export const percentText = (points: number | null): string => (points === null ? '—' : `${(points / 100).toFixed(1)}%`);

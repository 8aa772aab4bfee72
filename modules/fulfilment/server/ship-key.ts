/**
 * Under which the units of a shipment line leave, so that they leave once: each time that they were taken
 * back gives them another.
 */
export const shipKey = (lineId: string, unshipCount: number): string =>
  unshipCount === 0 ? `ship:${lineId}` : `ship:${lineId}#${unshipCount}`;

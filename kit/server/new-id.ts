import { v7 as uuidv7 } from 'uuid';

/** Time-ordered id (UUIDv7), made in the app so that it exists before the row does. */
export const newId = (): string => uuidv7();

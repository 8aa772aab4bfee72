import type { Schema } from './field-schema.ts';

/**
 * What routes take where no fields describe it, and what they answer, by verb and path: JSON Schemas made
 * of the types of their declarations (`npm run schemas`).
 */
export interface RouteSchemas {
  bodies: Readonly<Record<string, Schema>>;
  answers: Readonly<Record<string, Schema>>;
  /** Those of named types, shared by the others. */
  $defs: Readonly<Record<string, Schema>>;
}

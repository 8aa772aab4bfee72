import type { Violation } from './check-boundaries.ts';
import type { SourceFile } from './syntax.ts';

/** Words of the trade that the product is for; what serves every trade goes without them. */
const BUSINESS = /\b(?:shops?|warehouses?|wayfair|shipments?|invoices?|buyers?|profits?|skus?|marketplaces?)\b/i;
/** A path below the routes of the module `system`. */
const SYSTEM_PATH = /['"`]\/sys\//;
const SERVES_ALL = /^(?:kit|ui|platform)\//;
const IS_CODE = /\.tsx?$/;
const SERVES_TESTS = /\.(?:test|gallery)\.tsx?$|\/fixtures\//;

/** Refuses business words and paths of the system's routes in kit, ui and platform. */
export function checkKit(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => SERVES_ALL.test(path) && IS_CODE.test(path) && !SERVES_TESTS.test(path))
    .flatMap(({ path, source }) =>
      source.split('\n').flatMap((line, at): Violation[] => {
        const place = `${path}:${at + 1}`;
        const word = BUSINESS.exec(line)?.[0];
        return [
          ...(word ? [{ at: place, rule: 'business word', message: `${word} belongs to a module` }] : []),
          ...(SYSTEM_PATH.test(line) ? [{ at: place, rule: 'system path', message: 'the console provides it' }] : []),
        ];
      }),
    );
}

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CHAPTERS } from '#tests/spec/lines.ts';
import { renderSpecMap, SPEC_MAP } from './check-spec-map.ts';
import { readSources } from './source-files.ts';
import { findMarks } from './spec-marks.ts';

/* Writes docs/spec-map.md; `npm run check` says what is wrong with it. */

const ROOT = resolve(import.meta.dirname, '..');
writeFileSync(join(ROOT, SPEC_MAP), renderSpecMap(CHAPTERS, findMarks(readSources(ROOT)).marks));

import type { ReactNode } from 'react';
import { TAG_SEPARATOR } from '#kit/model/field.ts';
import type { ShowProps } from './faces.ts';
import { DASH } from './text-cells.tsx';
import { ToneTag } from './tone-tag.tsx';

/** Names of tags, each in its tone; all of them when they are pointed at. */
export function TagsShow({ name, row }: ShowProps): ReactNode {
  const text = String(row[`${name}_dictText`] ?? '');
  if (text === '') return DASH;
  const tones = (row[`${name}_tones`] ?? []) as readonly string[];
  return (
    <span className="wb-tags" title={text}>
      {text.split(TAG_SEPARATOR).map((one, at) => (
        <ToneTag key={one} tone={tones[at] ?? 'grey'}>
          {one}
        </ToneTag>
      ))}
    </span>
  );
}

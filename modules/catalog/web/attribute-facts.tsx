import type { ReactNode } from 'react';
import { FactList } from '#kit/web/index.ts';
import { readAttributes, type AttributeValue } from '../model/attributes.ts';
import { useAttributes } from './attribute-inputs.tsx';

/** What a product says of itself, by the names of its category. */
export function AttributeFacts({ categoryId, stored }: { categoryId: string | null; stored: unknown }): ReactNode {
  const { data: attributes = [] } = useAttributes(categoryId);
  const values = readAttributes(stored) ?? {};
  const answers = attributes.filter(({ code }) => values[code] !== undefined);
  if (answers.length === 0) return null;
  return (
    <FactList
      facts={answers.map(({ code, name, unit }) => ({
        key: code,
        title: name,
        value: `${wordOf(values[code] as AttributeValue)}${unit ? ` ${unit}` : ''}`,
      }))}
    />
  );
}

const wordOf = (value: AttributeValue): string =>
  typeof value === 'boolean' ? (value ? '是' : '否') : typeof value === 'string' ? value : value.join('、');

import { LRUCache } from 'lru-cache';
import type { Tx } from '#kit/server/database.ts';

/** So long is a figure given again where nothing is known to have changed (domain.md §6). */
const MAX_AGE_MS = 60_000;
/** A group of figures is a few kB. */
const MOST_ANSWERS = 2000;

interface Answer {
  tenant: number;
  group: string;
  at: number;
  figures: unknown;
}

/** Figures of this node, each for the readers who see the same rows. */
export interface FigureCache {
  of<T>(tx: Tx, group: FigureGroup, asked: string, count: () => Promise<T>): Promise<T>;
  /** Rows of these resources have changed. */
  drop(tenant: number, resources: Iterable<string>): void;
}

/** Figures that are counted together, and what they are made of: `module:resource`, or all rows of a `module`. */
export interface FigureGroup {
  name: string;
  madeOf: readonly string[];
}

/**
 * Keeps what was counted. Whether the reader may see it is part of the key: the tenant, all that bounds their
 * rows, their masks and rights to lists, where they are, and the question.
 */
export function createFigureCache(): FigureCache {
  const answers = new LRUCache<string, Answer>({ max: MOST_ANSWERS });
  const watched = new Map<string, FigureGroup>();
  return {
    async of<T>(tx: Tx, group: FigureGroup, asked: string, count: () => Promise<T>): Promise<T> {
      watched.set(group.name, group);
      const key = keyOf(tx, group.name, asked);
      const known = answers.get(key);
      const now = tx.now.getTime();
      // Keys name their group, whose figures have one shape.
      if (known && now - known.at < MAX_AGE_MS && now >= known.at) return known.figures as T;
      const figures = await count();
      answers.set(key, { tenant: tx.tenant, group: group.name, at: now, figures });
      return figures;
    },
    drop(tenant, resources) {
      const changed = new Set([...resources].flatMap((resource) => [resource, resource.split(':', 1)[0]]));
      const groups = [...watched.values()].filter((group) => group.madeOf.some((one) => changed.has(one)));
      const names = new Set(groups.map(({ name }) => name));
      if (names.size === 0) return;
      for (const [key, answer] of answers.entries())
        if (answer.tenant === tenant && names.has(answer.group)) answers.delete(key);
    },
  };
}

function keyOf({ tenant, actor }: Tx, group: string, asked: string): string {
  const { limits, rules, masks, permissions, zone } = actor;
  const rights = [...permissions].filter((code) => code.endsWith(':list') || code.startsWith('desk:')).sort();
  return JSON.stringify([tenant, group, asked, limits, rules ?? null, [...masks].sort(), rights, zone]);
}

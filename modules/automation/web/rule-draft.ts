import { useState } from 'react';
import { ApiError, callResource, rowSaved, toast, serverNow, toastError, wireTimeAt } from '#kit/web/index.ts';
import type { WireRow } from '#kit/model/row.ts';
import type { Action } from '../model/actions.ts';
import { NO_CONDITIONS, readJson, type Group } from '../model/conditions.ts';
import { rule, type Trigger } from '../model/rule.ts';
import type { RuleContent } from '../model/routes.ts';
import type { RuleTemplate } from '../model/templates.ts';

export type WireRule = WireRow<typeof rule> & { hits?: number };

/** A rule as it stands in the editor; actions may still lack what they need. */
export interface RuleDraft {
  code: string;
  name: string;
  trigger: Trigger;
  cron: string;
  shopIds: readonly string[];
  conditions: Group;
  actions: readonly DraftAction[];
  priority: number | null;
  stopOnMatch: boolean;
  note: string;
}

export type DraftAction = Partial<Action> & { kind: Action['kind'] };

const NEW_RULE: RuleDraft = {
  code: '',
  name: '',
  trigger: 'orderPulled',
  cron: '',
  shopIds: [],
  note: '',
  conditions: NO_CONDITIONS,
  actions: [],
  priority: 100,
  stopOnMatch: false,
};

/** A rule that nobody has saved: under a code of this minute, with what a template says. */
export function newRule(template?: RuleTemplate): RuleDraft {
  const code = `R${wireTimeAt(serverNow()).replaceAll(/\D/g, '').slice(2, 12)}`;
  if (!template) return { ...NEW_RULE, code };
  const { name, trigger, conditions, actions, stopOnMatch } = template;
  return {
    ...NEW_RULE,
    code,
    name,
    trigger,
    conditions,
    stopOnMatch,
    actions: actions as readonly DraftAction[],
  };
}

/** A stored rule, or a version of it, as the editor has it. */
export function draftOfRule(row: WireRule): RuleDraft {
  const list = <T>(text: string | null): readonly T[] => {
    const json = readJson(text);
    return Array.isArray(json) ? (json as T[]) : [];
  };
  return {
    code: row.code,
    name: row.name,
    trigger: row.trigger as Trigger,
    cron: row.cron ?? '',
    shopIds: list<string>(row.shopIds),
    conditions: (readJson(row.conditions) as Group | undefined) ?? NO_CONDITIONS,
    actions: list<DraftAction>(row.actions),
    priority: row.priority,
    stopOnMatch: row.stopOnMatch === true,
    note: row.note ?? '',
  };
}

export const contentOf = (draft: RuleDraft): RuleContent => ({
  trigger: draft.trigger,
  shopIds: draft.shopIds.length > 0 ? JSON.stringify(draft.shopIds) : null,
  conditions: JSON.stringify(draft.conditions),
  actions: JSON.stringify(draft.actions),
  stopOnMatch: draft.stopOnMatch,
});

interface Saving {
  isBusy: boolean;
  /** What was refused, by field; under the empty name what stands at none. */
  faults: Readonly<Record<string, readonly string[]>>;
  /** Drops what was refused of fields that have been changed since. */
  changed: (before: RuleDraft, after: RuleDraft) => void;
  save: (draft: RuleDraft, stored: WireRule | null) => Promise<string | null>;
}

/** Saves a rule; what is refused stays as it was typed, with the reason at its field. */
export function useRuleSaving(): Saving {
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Saving['faults']>({});
  const save = async (draft: RuleDraft, stored: WireRule | null): Promise<string | null> => {
    setBusy(true);
    const { code, name, cron, priority, note } = draft;
    const body = { ...contentOf(draft), code, name, cron, priority, note };
    try {
      const { result, message } = stored
        ? await callResource<{ id: string }>(rule, 'edit', {
            body: { ...body, id: stored.id, version: stored.version },
          })
        : await callResource<{ id: string }>(rule, 'add', { body });
      setFaults({});
      toast.done(message);
      const id = stored?.id ?? result.id;
      rowSaved(rule, id);
      return id;
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0)
        setFaults(
          Object.fromEntries(
            [...Map.groupBy(error.errors, ({ field }) => field)].map(([field, own]) => [
              field,
              own.map(({ message }) => message),
            ]),
          ),
        );
      else toastError(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const changed = (before: RuleDraft, after: RuleDraft): void => {
    const isSame = (field: string): boolean => before[field as keyof RuleDraft] === after[field as keyof RuleDraft];
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => field === '' || isSame(field))));
  };
  return { isBusy, faults, changed, save };
}

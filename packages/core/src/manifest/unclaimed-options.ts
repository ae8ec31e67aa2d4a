import type { EntityDraft, Feature } from '../contracts/contribution.ts'
import { claimedOptions } from '../contracts/plugin-api.ts'
import { flatten } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { join, type ProblemList } from '../config/problem-list.ts'

/** Options that the engine serves without any feature. */
export const OWN_OPTIONS: ReadonlySet<string> = new Set([
  'fields',
  'access',
  'hooks',
  'label',
  'description',
  'admin',
  'defaultSort',
  'indexes',
  'cache',
  'renamedFrom',
  'routes',
])

/** Nested options and field options that belong to features of their own. */
const INNER_OPTIONS = ['versions.drafts', 'versions.drafts.schedule']
const FIELD_OPTIONS = ['tree', 'writable']

/**
 * Reports options that no enabled feature claims. Ignoring them would break promises: `trash: true` without the feature
 * deletes permanently.
 */
export function reportUnclaimed<Call>(
  draft: EntityDraft,
  enabled: readonly Feature<Call>[],
  place: string,
  problems: ProblemList,
): void {
  const claimed = new Set(enabled.flatMap(claimedOptions))
  const names = Object.keys(draft.options).filter((name) => !OWN_OPTIONS.has(name))
  for (const path of [...names, ...INNER_OPTIONS]) {
    if (isSet(valueAt(draft.options, path)) && !claimed.has(path)) problems.add(join(place, path), UNCLAIMED)
  }
  const claimedOfFields = new Set(enabled.flatMap(({ fieldOptions = [] }) => fieldOptions))
  for (const { path, options } of flatten(draft.fields)) {
    for (const name of FIELD_OPTIONS) {
      if (isSet((options as Readonly<Record<string, unknown>>)[name]) && !claimedOfFields.has(name))
        problems.add(join(place, `fields.${path}.${name}`), UNCLAIMED)
    }
  }
}

const UNCLAIMED =
  'has no effect, because this application lacks the feature that it belongs to: add the feature, or leave the option out'

function isSet(value: unknown): boolean {
  return value !== undefined && value !== false
}

function valueAt(options: Readonly<Record<string, unknown>>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), options)
}

import { sameJson } from './same-json.ts'
import type { FieldSchema } from './schema.ts'
import { everyUnit, inLanguage, isMissing, type Values } from './translation-units.ts'

interface RevisionContent {
  readonly data: Values
}

/**
 * Keys of source values that changed after the translation was written. `isWhole`: the last revision in the list is the
 * first of the document; otherwise, older ones are unknown. Newest first.
 */
export function outdatedKeys(
  fields: readonly FieldSchema[],
  revisions: readonly RevisionContent[],
  { source, target }: { readonly source: string; readonly target: string },
  isWhole: boolean,
): ReadonlySet<string> {
  const anything = () => true
  const contents = revisions.map(({ data }) => {
    const units = everyUnit(fields, inLanguage(fields, data, source), inLanguage(fields, data, target), anything)
    return new Map(units.map((unit) => [unit.key, unit]))
  })
  const lastChange = (key: string, side: 'source' | 'target') => {
    const values = contents.map((units) => units.get(key)?.[side] ?? null)
    const found = values.findIndex((value, index) => index + 1 < values.length && !sameJson(value, values[index + 1]))
    // No known revision changes it.
    if (found < 0) return isWhole ? values.length - 1 : values.length
    return found
  }
  const [newest] = contents
  const present = [...(newest?.values() ?? [])].filter((unit) => !isMissing(unit))
  return new Set(
    present.filter(({ key }) => lastChange(key, 'source') < lastChange(key, 'target')).map(({ key }) => key),
  )
}

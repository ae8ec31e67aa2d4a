import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { sameJson } from '../../data/same-json.ts'
import { copied } from '../../data/translation-copy.ts'
import { everyUnit, isMissing, type Progress, progressOf, translationUnits } from '../../data/translation-units.ts'
import type { BesideValue } from '../../fields/contract.ts'
import { useFormats } from '../../words/formats.ts'
import { undoWords } from '../../words/undo.ts'
import { useWords } from '../../words/use-words.ts'
import type { Beside } from './use-beside.ts'
import type { DocumentForm } from './use-document-form.ts'
import { useSourceChanges } from './use-source-changes.ts'
import { valueAt } from './value-at.ts'

/** A document while it is translated from another of its languages. */
export interface Translation {
  /** The language that it is translated from. */
  readonly source: string
  readonly progress: Progress
  /** Paths of what is to be done, in the order of the page: what is missing, and what is older than its source. */
  readonly open: readonly string[]
  readonly outdated: number
  /** The source beside a value. */
  readonly beside: (path: string) => BesideValue
  /**
   * Takes over from the source what is missing, or everything. Like all that is typed, it can be changed before it is
   * saved.
   */
  readonly copy: (what: 'missing' | 'all') => void
}

/** Undefined unless another language is shown beside the one that is edited. */
export function useTranslation(
  place: Place,
  access: Capabilities,
  form: DocumentForm,
  from: Beside | undefined,
): Translation | undefined {
  const said = useWords(undoWords)
  const formats = useFormats()
  const changed = useSourceChanges(place, access, from?.locale)
  if (!from) return undefined
  const { fields } = place.entity
  const mayTranslate = (path: string) => access.fields[path]?.update !== false
  const stored = form.stored ?? {}
  const written = new Map(everyUnit(fields, stored, stored, mayTranslate).map((unit) => [unit.key, unit.target]))
  const all = everyUnit(fields, from.doc, form.values, mayTranslate)
  const units = translationUnits(fields, from.doc, form.values, mayTranslate)
  // A changed translation counts as up to date.
  const outdated = new Set(
    units
      .filter(
        (unit) => changed.has(unit.key) && !isMissing(unit) && sameJson(unit.target, written.get(unit.key) ?? null),
      )
      .map(({ path }) => path),
  )
  const missing = new Set(units.filter(isMissing).map(({ path }) => path))
  const sources = new Map(all.map(({ path, source }) => [path, source]))
  return {
    source: from.locale,
    progress: progressOf(units),
    open: units.map(({ path }) => path).filter((path) => missing.has(path) || outdated.has(path)),
    outdated: outdated.size,
    beside: (path) => ({
      locale: from.locale,
      // Units don't hold groups that have a value of their own in each language.
      value: sources.has(path) ? sources.get(path) : valueAt(from.doc, path),
      ...(missing.has(path) ? { state: 'missing' } : outdated.has(path) ? { state: 'outdated' } : {}),
    }),
    copy: (what) => {
      const wanted = what === 'missing' ? missing : new Set(units.map(({ path }) => path))
      const taken = fields.filter(({ name }) =>
        [...wanted].some((path) => path === name || path.startsWith(`${name}.`)),
      )
      form.change({
        name: said.copyOf({ locale: formats.locale(from.locale) }),
        values: Object.fromEntries(
          taken.map((field) => [
            field.name,
            copied(field, from.doc[field.name], form.values[field.name], (path) => wanted.has(path)),
          ]),
        ),
      })
    },
  }
}

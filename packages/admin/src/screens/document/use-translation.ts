import { useMemo } from 'react'
import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { sameJson } from '../../data/same-json.ts'
import { copied } from '../../data/translation-copy.ts'
import { everyUnit, isMissing, type Progress, progressOf, translationUnits } from '../../data/translation-units.ts'
import { isEmptySource, unitAt } from '../../data/translation-unit-at.ts'
import type { BesideValue } from '../../fields/contract.ts'
import { useFormats } from '../../words/formats.ts'
import { undoWords } from '../../words/undo.ts'
import { useWords } from '../../words/use-words.ts'
import type { Beside } from './use-beside.ts'
import type { DocumentForm } from './use-document-form.ts'
import { useSourceChanges } from './use-source-changes.ts'
import { valueAt } from './value-at.ts'

/** How far a translation is. */
export interface TranslationState {
  readonly progress: Progress
  /** Paths of what is to be done, in the order of the page: what is missing, and what is older than its source. */
  readonly open: readonly string[]
  readonly outdated: number
}

/** A document while it is translated from another of its languages. It stays the same while the editor types. */
export interface Translation {
  /** The language that it is translated from. */
  readonly source: string
  /** Looks at the whole document: not for every key. */
  readonly state: () => TranslationState
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
  const { stored, model, change } = form
  const { fields } = place.entity
  const [locale, source] = [from?.locale, from?.doc]
  const deed = from && said.copyOf({ locale: formats.locale(from.locale) })
  return useMemo(() => {
    if (locale === undefined || deed === undefined || !source) return undefined
    const mayTranslate = (path: string) => access.fields[path]?.update !== false
    const now = () => (model.at([]) ?? {}) as Readonly<Record<string, unknown>>
    const kept = stored ?? {}
    // What was written when the source was older. Only looked up where the source has changed.
    const written = new Map(
      changed.size === 0 ? [] : everyUnit(fields, kept, kept, mayTranslate).map((unit) => [unit.key, unit.target]),
    )
    // A changed translation counts as up to date.
    const isOutdated = (unit: { readonly key: string; readonly target: unknown }) =>
      changed.has(unit.key) && sameJson(unit.target, written.get(unit.key) ?? null)
    const state = () => {
      const units = translationUnits(fields, source, now(), mayTranslate)
      const outdated = units.filter((unit) => !isMissing(unit) && isOutdated(unit))
      const open = units.filter((unit) => isMissing(unit) || isOutdated(unit)).map(({ path }) => path)
      return { progress: progressOf(units), open, outdated: outdated.length }
    }
    return {
      source: locale,
      state,
      beside: (path) => {
        const unit = unitAt(fields, source, now(), path, mayTranslate)
        // Units don't hold groups that have a value of their own in each language.
        if (!unit) return { locale, value: valueAt(source, path) }
        const value = unit.source
        if (isEmptySource(unit)) return { locale, value }
        if (isMissing(unit)) return { locale, value, state: 'missing' }
        return isOutdated(unit) ? { locale, value, state: 'outdated' } : { locale, value }
      },
      copy: (what) => {
        const units = translationUnits(fields, source, now(), mayTranslate)
        const wanted = new Set(units.filter((unit) => what === 'all' || isMissing(unit)).map(({ path }) => path))
        const taken = fields.filter(({ name }) =>
          [...wanted].some((path) => path === name || path.startsWith(`${name}.`)),
        )
        const before = now()
        change({
          name: deed,
          values: Object.fromEntries(
            taken.map((field) => [
              field.name,
              copied(field, source[field.name], before[field.name], (path) => wanted.has(path)),
            ]),
          ),
        })
      },
    } satisfies Translation
  }, [locale, source, deed, changed, stored, model, change, fields, access])
}

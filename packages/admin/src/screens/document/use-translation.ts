import { useMemo } from 'react'
import type { Capabilities } from '../../data/document.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import { sameJson } from '../../data/same-json.ts'
import { copied, isEmptySource, unitAt } from '../../data/translation-changes.ts'
import { everyUnit, isMissing, type Progress, progressOf, translationUnits } from '../../data/translation-units.ts'
import type { BesideValue } from '../../fields/contract.ts'
import { useFormats } from '../../words/formats.ts'
import { undoWords } from '../../words/document.ts'
import { useWords } from '../../words/use-words.ts'
import type { Beside } from './use-beside.ts'
import type { DocumentForm } from './use-document-form.ts'
import { useSourceChanges } from './use-source-changes.ts'
import { valueAt } from './value-at.ts'

export interface TranslationState {
  readonly progress: Progress
  /** Paths of missing and outdated values, in the order of the page. */
  readonly open: readonly string[]
  readonly outdated: number
}

/** Translation of a document from another of its languages. Keeps its identity while the editor types. */
export interface Translation {
  /** The source language. */
  readonly source: string
  /** Walks through the whole document, so don't call it for every key. */
  readonly state: () => TranslationState
  /** The source of a value. */
  readonly beside: (path: string) => BesideValue
  /** Copies missing or all values from the source, as unsaved edits. */
  readonly copy: (what: 'missing' | 'all') => void
}

/** Undefined unless a second language is shown. */
export function useTranslation(
  place: DocumentPlace,
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
    // What the source was at the time of translation; needed only if it changed.
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
        // Localized groups are not units.
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

import { useNavigate } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { addresses } from '../../data/addresses.ts'
import { fieldAt, labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { HistoryPlace } from './use-history.ts'
import { historyWords } from './words.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import type { DocumentContext } from '../../screens/feature.ts'
import { sharedWords } from '../../words/shared.ts'
import { withRow } from './with-row.ts'

/** A field, or one row of it, to restore from an earlier revision. */
export interface Wanted {
  readonly kind: 'collection' | 'global'
  readonly slug: string
  readonly id: string
  readonly locale: string | undefined
  readonly revision: number
  readonly field: string
  /** The value at that revision, in that locale. */
  readonly value: unknown
  /** The id of the row to restore; without it, the whole field. */
  readonly row?: string
}

/** Passed from the history to the form. Not in the URL, because opening a link must not change a document. */
let wanted: Wanted | undefined

function bringBack(what: Wanted): void {
  wanted = what
}

/** Takes the pending restore of this document; a second call returns nothing. */
function takeWanted(place: Pick<Wanted, 'kind' | 'slug' | 'id' | 'locale'>): Wanted | undefined {
  const found = wanted
  if (!found) return undefined
  const { kind, slug, id, locale } = found
  if (kind !== place.kind || slug !== place.slug || id !== place.id || locale !== place.locale) return undefined
  wanted = undefined
  return found
}

interface BringBackButtonProps {
  readonly place: HistoryPlace
  readonly field: FieldSchema
  /** The locale of the value; undefined for content without locales. */
  readonly locale: string | undefined
  readonly revision: number
  /** The field's value in this revision. */
  readonly value: unknown
  /** A single row of the field, with its name. */
  readonly row?: { readonly id: string; readonly name: string }
}

/** Restores a field, or one row of it, as an unsaved edit of the current document. */
export function BringBackButton({ place, field, locale, revision, value, row }: BringBackButtonProps) {
  const said = useWords(historyWords)
  const { number } = useFormats()
  const navigate = useNavigate()
  const { kind, entity, id } = place
  const run = () => {
    bringBack({ kind, slug: entity.slug, id, locale, revision, field: field.name, value, ...(row && { row: row.id }) })
    const search = locale === undefined ? {} : { locale }
    void navigate(
      kind === 'global' ? addresses.global(entity.slug, search) : addresses.document(entity.slug, id, search),
    )
  }
  const what = row?.name ?? labelOf(field)
  return (
    <Button small kind="outline" aria-label={said.bringBackOne({ what, number: number(revision) })} onClick={run}>
      <Icon of={Undo2} size={14} />
      {said.bringBack}
    </Button>
  )
}

/** Applies a restore that the history requested, as an edit. */
export function BroughtBack({ place, form, mayWrite, openField }: DocumentContext) {
  const said = useWords(historyWords)
  const { undo } = useWords(sharedWords)
  const { number } = useFormats()
  const { kind, entity, id, locale } = place
  const take = useEffectEvent(() => {
    const found = id === null ? undefined : takeWanted({ kind, slug: entity.slug, id, locale })
    const field = found && fieldAt(entity.fields, found.field)
    if (!found || !field) return
    if (!mayWrite) {
      toastError(said.notBroughtBack)
      return
    }
    const before = form.values[found.field]
    form.setValue(found.field, found.row === undefined ? found.value : withRow(before, found.value, found.row))
    openField(found.row === undefined ? found.field : `${found.field}.${found.row}`)
    toast(said.broughtBack({ what: labelOf(field), number: number(found.revision) }), {
      action: { label: undo, run: () => form.setValue(found.field, before) },
    })
  })
  useEffect(() => take(), [])
  return null
}

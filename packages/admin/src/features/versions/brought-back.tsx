import { useEffect, useEffectEvent } from 'react'
import { fieldAt, labelOf } from '../../data/entities.ts'
import { toast, toastError } from '../../design/toasts.tsx'
import type { DocumentContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { takeWanted } from './bring-back.ts'
import { withRow } from './with-row.ts'
import { historyWords } from './words.ts'

/** Applies a restore that the history requested, as an edit. */
export function BroughtBack({ place, form, mayWrite, openField }: DocumentContext) {
  const said = useWords(historyWords)
  const { undo } = useWords(sharedWords)
  const { number } = useFormats()
  const { kind, entity, id, locale } = place
  const take = useEffectEvent(() => {
    const wanted = id === null ? undefined : takeWanted({ kind, slug: entity.slug, id, locale })
    const field = wanted && fieldAt(entity.fields, wanted.field)
    if (!wanted || !field) return
    if (!mayWrite) {
      toastError(said.notBroughtBack)
      return
    }
    const before = form.values[wanted.field]
    form.setValue(wanted.field, wanted.row === undefined ? wanted.value : withRow(before, wanted.value, wanted.row))
    openField(wanted.row === undefined ? wanted.field : `${wanted.field}.${wanted.row}`)
    toast(said.broughtBack({ what: labelOf(field), number: number(wanted.revision) }), {
      action: { label: undo, run: () => form.setValue(wanted.field, before) },
    })
  })
  useEffect(() => take(), [])
  return null
}

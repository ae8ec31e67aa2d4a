import { useNavigate } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { bringBack } from './bring-back.ts'
import type { HistoryPlace } from './use-history.ts'
import { historyWords } from './words.ts'

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

import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { FieldContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { historyWords } from './words.ts'

/** Opens the history of a field. Not in the tab order: keyboard users choose the field in the history. */
export function FieldHistoryButton({ place: { kind, entity, id }, field }: FieldContext) {
  const said = useWords(historyWords)
  const navigate = useNavigate()
  const search = { field: field.name }
  const open = () =>
    navigate(
      kind === 'global'
        ? addresses.globalHistory(entity.slug, search)
        : addresses.history(entity.slug, id ?? '', search),
    )
  return (
    <IconButton small tabIndex={-1} label={`${said.fieldHistory}: ${labelOf(field)}`} onClick={() => void open()}>
      <Icon of={History} size={14} />
    </IconButton>
  )
}

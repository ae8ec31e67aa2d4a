import { History } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import { MenuItem } from '../../design/menu.tsx'
import type { DocumentContext } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { historyWords } from './words.ts'

export function HistoryItem({ place: { entity, id } }: DocumentContext) {
  const said = useWords(historyWords)
  return (
    <MenuItem icon={<Icon of={History} />} to={addresses.history(entity.slug, id ?? '')}>
      {said.history}
    </MenuItem>
  )
}

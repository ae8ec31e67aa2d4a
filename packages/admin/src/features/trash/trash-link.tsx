import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { hasTrash } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { useTrashCounts } from './use-trash-counts.ts'
import { trashWords } from './words.ts'

export function TrashLink({ className, nameClass, countClass }: AppSlotContexts['navigation']) {
  const said = useWords(trashWords)
  const formats = useFormats()
  const { collections } = useSchema()
  const withTrash = Object.values(collections).filter(hasTrash)
  // Load the counts when the pointer or the focus comes near, so that not every screen requests them.
  const [isNear, setNear] = useState(false)
  const come = () => setNear(true)
  const slugs = withTrash.map(({ slug }) => slug)
  const counts = Object.values(useTrashCounts(slugs, isNear))
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  if (counts.every((count) => count === null)) return null
  return (
    <Link
      {...addresses.trash()}
      className={className}
      activeOptions={{ includeSearch: false }}
      onPointerEnter={come}
      onFocus={come}
    >
      <Icon of={Trash2} />
      <span className={nameClass}>{said.trash}</span>
      {total > 0 && <span className={countClass}>{formats.number(total)}</span>}
    </Link>
  )
}

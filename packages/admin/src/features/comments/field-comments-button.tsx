import { useNavigate } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import type { DocumentSearch } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useNarrow } from '../../design/use-narrow.ts'
import type { FieldContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { commentOn } from './commented-field.ts'
import styles from './comments.module.css'
import { openOn, threadsOf } from './threads.ts'
import { useComments } from './use-comments.ts'
import { commentsWords } from './words.ts'

/**
 * Beside a field: a button to comment, which stays visible while threads are open. Keyboard users find the field in the
 * list of the margin.
 */
export function FieldCommentsButton({ place, field, access }: FieldContext) {
  const said = useWords(commentsWords)
  const formats = useFormats()
  const isNarrow = useNarrow()
  const navigate = useNavigate()
  const { data } = useComments(place)
  const open = openOn(threadsOf(data ?? []), field.name)
  if (access.fields[field.path]?.read === false) return null
  const name = labelOf(field)
  const label = open > 0 ? said.openOnField({ count: open, field: name }) : said.onField({ field: name })
  const write = async () => {
    if (isNarrow)
      await navigate({ to: '.', search: (old: DocumentSearch) => ({ ...old, tab: 'details' }), replace: true })
    commentOn(place.id ?? '', field.name)
  }
  return (
    <IconButton
      small
      tabIndex={open > 0 ? 0 : -1}
      label={label}
      data-mark={open > 0 || undefined}
      onClick={() => void write()}
    >
      <Icon of={MessageSquare} size={14} />
      {open > 0 && <span className={styles.mark}>{formats.number(open)}</span>}
    </IconButton>
  )
}

import { LayoutGrid, List } from 'lucide-react'
import type { EntitySchema } from '../../data/schema.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { mediaWords } from '../../words/media.ts'
import { useWords } from '../../words/use-words.ts'
import { AddMedia } from './add-media.tsx'
import { MediaDrop } from './media-drop.tsx'
import styles from './media.module.css'

interface MediaActionsProps {
  readonly entity: EntitySchema
  readonly layout: 'grid' | 'table'
  readonly onLayout: (layout: 'grid' | 'table') => void
  readonly mayCreate: boolean
  readonly isAsked: boolean
}

/** What a list of files has in its bar, in the place of a link to an empty form. */
export function MediaActions({ entity, layout, onLayout, mayCreate, isAsked }: MediaActionsProps) {
  const said = useWords(mediaWords)
  const choice = (value: 'grid' | 'table', icon: typeof List, label: string) => (
    <IconButton label={label} aria-pressed={layout === value} onClick={() => onLayout(value)}>
      <Icon of={icon} />
    </IconButton>
  )
  return (
    <>
      <span role="group" aria-label={said.layout} className={styles.layouts}>
        {choice('grid', LayoutGrid, said.grid)}
        {choice('table', List, said.table)}
      </span>
      <MediaDrop entity={entity} isAllowed={mayCreate}>
        {(add) => mayCreate && <AddMedia entity={entity} onFiles={add} isAsked={isAsked} />}
      </MediaDrop>
    </>
  )
}

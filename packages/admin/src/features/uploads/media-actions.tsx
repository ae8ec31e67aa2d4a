import { LayoutGrid, List } from 'lucide-react'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { ListContext } from '../../screens/feature.ts'
import { mediaWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import { AddMedia } from './add-media.tsx'
import { mediaFiltersOf } from './media-filters.ts'
import { MediaDrop } from './media-drop.tsx'
import styles from './media.module.css'

export function MediaActions({ entity, state, mayCreate }: ListContext) {
  const said = useWords(mediaWords)
  const { arrangement, layout } = state
  const arrange = (next: 'grid' | 'table') => {
    state.changeLayout({ ...layout, arrangement: next })
    state.change({ layout: next }, true)
  }
  const choice = (value: 'grid' | 'table', icon: typeof List, label: string) => (
    <IconButton label={label} aria-pressed={arrangement === value} onClick={() => arrange(value)}>
      <Icon of={icon} />
    </IconButton>
  )
  return (
    <>
      <span role="group" aria-label={said.layout} className={styles.layouts}>
        {choice('grid', LayoutGrid, said.grid)}
        {choice('table', List, said.table)}
      </span>
      <MediaDrop entity={entity} isAllowed={mayCreate} folder={mediaFiltersOf(state.filters).folder}>
        {(add) => mayCreate && <AddMedia entity={entity} onFiles={add} isAsked={state.search.upload === true} />}
      </MediaDrop>
    </>
  )
}

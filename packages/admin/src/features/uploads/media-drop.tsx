import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { LayoutGrid, List } from 'lucide-react'
import { labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { enqueueUploads } from './upload-queue.ts'
import { mediaWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import { DescribeFiles } from '../../fields/describe-files.tsx'
import { showBeside } from '../../screens/beside.ts'
import { UploadTray } from './upload-tray.tsx'
import styles from './media.module.css'
import { useSiftedFiles } from '../../fields/use-sifted-files.ts'
import { requiredFields } from '../../fields/required-fields.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { ListContext } from '../../screens/feature.ts'
import { AddMedia } from './add-media.tsx'
import { mediaFiltersOf } from './media-filters.ts'

interface MediaDropProps {
  readonly entity: EntitySchema
  readonly isAllowed: boolean
  /** The folder for uploads; '' for none. */
  readonly folder: string
  /** Renders the list; receives a function that uploads files. */
  readonly children: (add: (files: readonly File[]) => void) => ReactNode
}

/** Accepts files dropped anywhere on the page, and asks for required data first. */
function MediaDrop({ entity, isAllowed, folder, children }: MediaDropProps) {
  const said = useWords(mediaWords)
  const sift = useSiftedFiles()
  const [described, setDescribed] = useState<readonly File[]>([])

  const placed = (data: Sent): Sent => (folder === '' ? data : { folder, ...data })

  function add(given: readonly File[]): void {
    const files = sift(entity, given)
    if (files.length === 0) return
    if (requiredFields(entity).length > 0) setDescribed((before) => [...before, ...files])
    else
      send(
        entity.slug,
        files.map((file) => ({ file, data: placed({}) })),
      )
  }

  const isOver = useFilesOverPage(isAllowed, add)
  return (
    <>
      {children(add)}
      {isOver && (
        <div className={styles.drop} role="status">
          <strong>{said.drop}</strong>
          <span>{said.dropInto({ what: labelOf(entity) })}</span>
        </div>
      )}
      {described.length > 0 && (
        <DescribeFiles
          entity={entity}
          files={described}
          onChange={setDescribed}
          onStart={(ready) => {
            setDescribed([])
            send(
              entity.slug,
              ready.map(({ file, data }) => ({ file, data: placed(data) })),
            )
          }}
        />
      )}
    </>
  )
}

function useFilesOverPage(isAllowed: boolean, onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    if (!isAllowed) return undefined
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Only leaving the window has no related target.
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const onDropped = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      drop([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDropped)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDropped)
    }
  }, [isAllowed])
  return isOver
}

/** The document's own fields, as they are sent with a file. */
type Sent = Parameters<typeof enqueueUploads>[1][number]['data']

/** Uploads continue on every screen, with their progress. */
function send(...uploads: Parameters<typeof enqueueUploads>): void {
  showBeside('uploads', UploadTray)
  enqueueUploads(...uploads)
}

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

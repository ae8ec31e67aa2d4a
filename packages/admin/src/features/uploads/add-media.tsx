import { FolderOpen, Globe, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { can } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may } from '../../data/use-documents.ts'
import { useRights } from '../../data/use-rights.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { mediaWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'
import { FetchFile } from './fetch-file.tsx'
import styles from './media.module.css'

interface AddMediaProps {
  readonly entity: EntitySchema
  readonly onFiles: (files: readonly File[]) => void
  readonly isAsked: boolean
}

/** The upload button of a collection of files. */
export function AddMedia({ entity, onFiles, isAsked }: AddMediaProps) {
  const said = useWords(mediaWords)
  const rights = useRights(entity.slug)
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isFetching, setFetching] = useState(false)
  const canFetch = can(entity, 'remoteUpload') && may(rights, 'remoteUpload')
  // Browsers open a file dialog only after a click, so the button is highlighted instead.
  useEffect(() => {
    if (isAsked) button.current?.focus()
  }, [isAsked])

  const open = () => chooser.current?.click()
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        tabIndex={-1}
        aria-label={said.chooseFiles}
        className={styles.hiddenText}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {canFetch ? (
        <Menu
          trigger={
            <Button ref={button} kind="primary">
              <Icon of={Upload} />
              {said.upload}
            </Button>
          }
        >
          <MenuItem icon={<Icon of={FolderOpen} />} onSelect={open}>
            {said.chooseFiles}
          </MenuItem>
          <MenuItem icon={<Icon of={Globe} />} onSelect={() => setFetching(true)}>
            {said.fromAddress}
          </MenuItem>
        </Menu>
      ) : (
        <Button ref={button} kind="primary" onClick={open}>
          <Icon of={Upload} />
          {said.upload}
        </Button>
      )}
      {isFetching && <FetchFile entity={entity} onClose={() => setFetching(false)} />}
    </>
  )
}

import { File as FileIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Thumbnail } from '../design/thumbnail.tsx'
import { useFormats } from '../words/formats.ts'
import styles from './fields.module.css'
import type { RelationshipTarget } from './relationship-value.ts'
import { TargetTitle } from './target-title.tsx'
import { Icon } from '../design/icon.tsx'
import filesStyles from './files.module.css'

const SHOWN = 3

/** Files in a table cell: thumbnails; for a single file that is not a picture, its name. */
export function FilesCell({ targets }: { readonly targets: readonly RelationshipTarget[] }) {
  const { number } = useFormats()
  const shown = targets.slice(0, SHOWN)
  return (
    <span className={styles.row}>
      {shown.map((target) => (
        <span key={target.id} className={styles.row}>
          {target.doc && <Thumbnail doc={target.doc} size={28} />}
          <span className={isPicture(target.doc) || shown.length > 1 ? styles.hiddenText : styles.plain}>
            <TargetTitle target={target} />
          </span>
        </span>
      ))}
      {targets.length > shown.length && <span className={styles.muted}>+{number(targets.length - shown.length)}</span>}
    </span>
  )
}

/** Pictures need no visible name; it is in their accessible name. */
function isPicture(doc: RelationshipTarget['doc']): boolean {
  return String(doc?.['mimeType']).startsWith('image/')
}

/** Thumbnail of a local file. */
export function FilePicture({ file }: { readonly file: File }) {
  // The type comes from the name, and the content may not be a picture.
  const [isShown, setShown] = useState(file.type.startsWith('image/'))
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return (
    <span className={filesStyles.picture}>
      {isShown ? <img ref={show} alt="" onError={() => setShown(false)} /> : <Icon of={FileIcon} />}
    </span>
  )
}

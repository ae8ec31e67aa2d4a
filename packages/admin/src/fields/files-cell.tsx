import { Thumbnail } from '../design/thumbnail.tsx'
import { useFormats } from '../words/formats.ts'
import styles from './fields.module.css'
import type { Target } from './relationship-value.ts'
import { TargetTitle } from './target-title.tsx'

const SHOWN = 3

/** Files in a table cell: thumbnails; for a single file that is not a picture, its name. */
export function FilesCell({ targets }: { readonly targets: readonly Target[] }) {
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
function isPicture(doc: Target['doc']): boolean {
  return String(doc?.['mimeType']).startsWith('image/')
}

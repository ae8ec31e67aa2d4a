import { Link } from '@tanstack/react-router'
import { File } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import { titleOf } from '../../data/entities.ts'
import { Checkbox } from '../../design/input.tsx'
import { Icon } from '../../design/icon.tsx'
import { pictureOf } from '../../design/thumbnail.tsx'
import { useFormats } from '../../words/formats.ts'
import { listWords } from '../../words/list.ts'
import { isolated } from '../../words/direction.ts'
import { mediaWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import type { ListContext } from '../../screens/feature.ts'
import styles from './media.module.css'

/** Wide enough for a tile on high-density screens. */
const WIDTH = 400

/** Files as tiles. */
export function MediaGrid({ entity, docs, selection, maySelect }: ListContext) {
  const said = useWords(listWords)
  const { untitled } = useWords(sharedWords)
  return (
    <ul className={styles.grid} data-selecting={!selection.isEmpty || undefined}>
      {docs.map((doc) => {
        const title = titleOf(entity, doc) || untitled
        const isSelected = selection.has(doc.id)
        const picture = pictureOf(doc, WIDTH)
        return (
          <li key={doc.id} className={styles.tile} data-selected={isSelected || undefined}>
            <Link {...addresses.document(entity.slug, doc.id)} className={styles.tileLink}>
              <span className={styles.tileFrame}>
                {picture === undefined ? <Icon of={File} size={28} /> : <img src={picture} alt="" loading="lazy" />}
              </span>
              <span className={styles.tileName} dir="auto">
                {title}
              </span>
              <Facts doc={doc} />
            </Link>
            {maySelect && (
              <span className={styles.tileCheck}>
                <Checkbox
                  aria-label={said.select({ title })}
                  checked={isSelected}
                  onCheckedChange={(_, { event }) =>
                    selection.toggle(doc.id, event instanceof MouseEvent && event.shiftKey)
                  }
                />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Facts({ doc: { width, height, filesize } }: { readonly doc: Doc }) {
  const said = useWords(mediaWords)
  const { bytes } = useFormats()
  const isPicture = typeof width === 'number' && typeof height === 'number'
  const facts = [isPicture ? said.pixels({ width, height }) : '', typeof filesize === 'number' ? bytes(filesize) : '']
  return <span className={styles.tileNote}>{facts.filter(Boolean).map(isolated).join(' · ')}</span>
}

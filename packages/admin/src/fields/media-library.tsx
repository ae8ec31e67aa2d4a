import { useState } from 'react'
import { useFoundTargets } from '../data/use-found.ts'
import { useSchema } from '../data/use-session.ts'
import { labelOf, titleOf } from '../data/entities.ts'
import { Dialog } from '../design/dialog.tsx'
import { Input } from '../design/input.tsx'
import { Thumbnail } from '../design/thumbnail.tsx'
import { fieldWords, inputWords } from '../words/fields.ts'
import { useWords } from '../words/use-words.ts'
import { acceptsType } from './accepted-types.ts'
import { MoreTargets } from './more-targets.tsx'
import styles from './upload.module.css'

interface MediaLibraryProps {
  readonly slug: string
  readonly accept?: readonly string[] | undefined
  readonly onPick: (id: string, doc: Readonly<Record<string, unknown>>) => void
  readonly onClose: () => void
}

export function MediaLibrary({ slug, accept, onPick, onClose }: MediaLibraryProps) {
  const said = useWords(inputWords)
  const { find, nothingFound } = useWords(fieldWords)
  const [text, setText] = useState('')
  const entity = useSchema().collections[slug]
  const files = useFoundTargets([slug], text, true)
  const found = files.found.filter(({ doc }) => acceptsType(accept, doc['mimeType']))
  return (
    <Dialog open kind="wide" title={entity ? labelOf(entity) : said.library} onClose={onClose}>
      <Input aria-label={find} placeholder={find} value={text} onChange={(event) => setText(event.target.value)} />
      <ul className={styles.library}>
        {found.map(({ id, doc }) => (
          <li key={id}>
            <button type="button" className={styles.picture} onClick={() => onPick(id, doc)}>
              <Thumbnail doc={doc} size={96} />
              <span>{(entity && titleOf(entity, doc)) || id.slice(0, 8)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>{nothingFound}</p>}
      <MoreTargets {...files} />
    </Dialog>
  )
}

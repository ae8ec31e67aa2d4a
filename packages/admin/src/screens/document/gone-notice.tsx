import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useRights } from '../../data/use-rights.ts'
import { followingWords } from '../../words/following.ts'
import { useWords } from '../../words/use-words.ts'
import { removalOf } from '../present-features.ts'
import styles from './document-notices.module.css'
import type { Gone } from './use-followed-document.ts'

interface GoneNoticeProps {
  readonly gone: Gone
  readonly entity: EntitySchema
  readonly isDirty: boolean
}

/** Who deleted the open document, what happens to unsaved edits, and where to go. */
export function GoneNotice({ gone: { how, text }, entity, isDirty }: GoneNoticeProps) {
  const { gone: said } = useWords(followingWords)
  const rights = useRights(entity.slug)
  const trash = how === 'trashed' ? removalOf(entity)?.place(entity, rights) : undefined
  const typed = how === 'trashed' ? said.typedIsKept : said.typedIsLost
  return (
    <p className={`${styles.notice} ${styles.calm}`} role="alert">
      <span>
        <b className={styles.headline}>{text}</b> {said[how]} {isDirty && typed}
      </span>
      {trash ? (
        <Link {...trash} className={styles.act}>
          {said.openTrash}
        </Link>
      ) : (
        <Link {...addresses.list(entity.slug)} className={styles.act}>
          {said.toList}
        </Link>
      )}
    </p>
  )
}

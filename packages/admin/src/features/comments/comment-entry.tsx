import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { DocumentPlace } from '../../data/document-api.ts'
import { useSession } from '../../data/use-session.ts'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Menu, MenuItem } from '../../design/menu.tsx'
import { Moment } from '../../design/moment.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './comments.module.css'
import { Composer } from './composer.tsx'
import type { Comment, Written } from './use-comments.ts'
import { useNamed, useNameOf } from './use-names.ts'
import { commentsWords } from './words.ts'

interface CommentEntryProps {
  readonly place: DocumentPlace
  readonly comment: Comment
  /** Whether the actor may delete comments of others. */
  readonly isInCharge: boolean
  /** Whether it has replies. */
  readonly isAnswered: boolean
  readonly onEdit: (written: Written) => Promise<boolean>
  readonly onDelete: () => void
}

/** A comment with the actions that the actor may take. */
export function CommentEntry({ place, comment, isInCharge, isAnswered, onEdit, onDelete }: CommentEntryProps) {
  const said = useWords(commentsWords)
  const { user } = useSession()
  const [isEdited, setEdited] = useState(false)
  const isOwn = comment.author.id === user.id
  const mayDelete = isInCharge || (isOwn && !isAnswered)
  const mentions = useNamed(comment.mentions)
  const author = useNameOf(comment.author)
  if (isEdited)
    return (
      <Composer
        place={place}
        label={said.edit}
        action={said.save}
        initial={{ body: comment.body, mentions }}
        onSend={onEdit}
        onCancel={() => setEdited(false)}
      />
    )
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.author}>{isOwn ? said.you : author}</span>
        <Moment at={comment.createdAt} />
        {comment.editedAt !== null && <span className={styles.edited}>({said.edited})</span>}
        {(isOwn || mayDelete) && (
          <span className={styles.menu}>
            <Menu
              trigger={
                <IconButton small label={said.more}>
                  <Icon of={Ellipsis} size={14} />
                </IconButton>
              }
            >
              {isOwn && <MenuItem onSelect={() => setEdited(true)}>{said.edit}</MenuItem>}
              {mayDelete && (
                <MenuItem danger onSelect={onDelete}>
                  {said.delete}
                </MenuItem>
              )}
            </Menu>
          </span>
        )}
      </div>
      <p className={styles.body} dir="auto">
        {comment.body}
      </p>
    </div>
  )
}

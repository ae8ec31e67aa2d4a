import { useState } from 'react'
import type { DocumentPlace } from '../../data/document-api.ts'
import { fieldAt, labelOf } from '../../data/entities.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { jumpToField } from '../../screens/document/jump-to-field.ts'
import { useWords } from '../../words/use-words.ts'
import { CommentEntry } from './comment-entry.tsx'
import styles from './comments.module.css'
import { Composer } from './composer.tsx'
import { isOpen, type Thread } from './threads.ts'
import type { Mention, useCommenting } from './use-comments.ts'
import { useNameOf } from './use-names.ts'
import { commentsWords } from './words.ts'

interface ThreadEntryProps {
  readonly place: DocumentPlace
  readonly thread: Thread
  readonly isInCharge: boolean
  /** Resolves to false if the change was refused. */
  readonly onChange: (change: Parameters<ReturnType<typeof useCommenting>['mutate']>[0]) => Promise<boolean>
}

export function ThreadEntry({ place, thread, isInCharge, onChange }: ThreadEntryProps) {
  const said = useWords(commentsWords)
  const [isAnswering, setAnswering] = useState(false)
  const { asking, ask, stop } = useAsking<string>()
  const { first, answers } = thread
  const { resolvedBy } = first
  return (
    <li className={styles.thread} data-resolved={!isOpen(thread) || undefined}>
      {first.field !== null && <FieldName place={place} path={first.field} />}
      {[first, ...answers].map((comment) => {
        const entry = (
          <CommentEntry
            key={comment.id}
            place={place}
            comment={comment}
            isInCharge={isInCharge}
            isAnswered={comment === first && answers.length > 0}
            onEdit={(written) => onChange({ kind: 'edit', id: comment.id, ...written })}
            onDelete={() => ask(comment.id)}
          />
        )
        return comment === first ? (
          entry
        ) : (
          <div key={comment.id} className={styles.answers}>
            {entry}
          </div>
        )
      })}
      {resolvedBy && <ResolvedBy user={resolvedBy} />}
      {isAnswering ? (
        <Composer
          place={place}
          label={said.answerPlaceholder}
          placeholder={said.answerPlaceholder}
          action={said.answer}
          onSend={(written) => onChange({ kind: 'say', field: null, thread: first.id, ...written })}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        <div className={styles.foot}>
          <Button small onClick={() => setAnswering(true)}>
            {said.answer}
          </Button>
          <Button small onClick={() => void onChange({ kind: isOpen(thread) ? 'resolve' : 'reopen', id: first.id })}>
            {isOpen(thread) ? said.resolve : said.reopen}
          </Button>
        </div>
      )}
      {asking !== undefined && (
        <Confirm
          title={said.askDelete}
          action={said.delete}
          onConfirm={() => void onChange({ kind: 'delete', id: asking })}
          onClose={stop}
        >
          {said.askDeleteText}
        </Confirm>
      )}
    </li>
  )
}

function ResolvedBy({ user }: { readonly user: Mention }) {
  const said = useWords(commentsWords)
  return <p className={styles.muted}>{said.resolved({ name: useNameOf(user) })}</p>
}

function FieldName({ place: { entity }, path }: { readonly place: DocumentPlace; readonly path: string }) {
  const field = fieldAt(entity.fields, path)
  return (
    <button type="button" className={styles.field} onClick={() => void jumpToField(path)}>
      {field ? labelOf(field) : path}
    </button>
  )
}

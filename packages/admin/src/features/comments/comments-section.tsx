import { useState } from 'react'
import { errorWords, explain } from '../../data/error-words.ts'
import { labelOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import { Button } from '../../design/button.tsx'
import { Select } from '../../design/input.tsx'
import { toastError } from '../../design/toasts.tsx'
import type { DocumentContext } from '../../screens/feature.ts'
import marginStyles from '../../screens/document/document-margin.module.css'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { changeField, commentOn, stopCommenting, useCommentedField } from './commented-field.ts'
import styles from './comments.module.css'
import { Composer } from './composer.tsx'
import { isOpen, threadsOf } from './threads.ts'
import { ThreadEntry } from './thread-entry.tsx'
import { useCommenting, useComments } from './use-comments.ts'
import { commentsWords } from './words.ts'

/** Comments on the document: open threads first, resolved ones on demand, and a box for a new one. */
export function CommentsSection({ place, access }: DocumentContext) {
  const said = useWords(commentsWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const { data } = useComments(place)
  const commenting = useCommenting(place)
  const id = place.id ?? ''
  const commented = useCommentedField(id)
  const [isShown, setShown] = useState(false)
  if (!data) return null
  const threads = threadsOf(data)
  const open = threads.filter(isOpen)
  const resolved = threads.filter((thread) => !isOpen(thread))
  const isInCharge = may(access, place.kind === 'global' ? 'update' : 'delete')
  const change = async (what: Parameters<typeof commenting.mutateAsync>[0]): Promise<boolean> => {
    try {
      await commenting.mutateAsync(what)
      return true
    } catch (error) {
      toastError(said.notDone, explain(error, errors))
      return false
    }
  }
  const entries = (shown: typeof threads) => (
    <ul className={styles.threads}>
      {shown.map((thread) => (
        <ThreadEntry key={thread.first.id} place={place} thread={thread} isInCharge={isInCharge} onChange={change} />
      ))}
    </ul>
  )
  const fields = place.entity.fields.filter(({ path }) => access.fields[path]?.read !== false)
  return (
    <section className={marginStyles.section} aria-label={said.comments}>
      <h2 className={marginStyles.heading}>
        {said.comments}
        {open.length > 0 && (
          <span className={marginStyles.count} title={said.openThreads({ count: open.length })}>
            {formats.number(open.length)}
          </span>
        )}
      </h2>
      {threads.length === 0 && !commented && <p className={marginStyles.muted}>{said.none}</p>}
      {open.length > 0 && entries(open)}
      {!commented ? (
        <div className={styles.foot}>
          <Button small onClick={() => commentOn(id, '')}>
            {said.add}
          </Button>
        </div>
      ) : (
        <div className={styles.composer}>
          <Select
            aria-label={said.about}
            value={commented.field}
            options={[
              { value: '', label: said.wholeDocument },
              ...fields.map((one) => ({ value: one.name, label: labelOf(one) })),
            ]}
            onChange={changeField}
          />
          <Composer
            place={place}
            wishes={commented.wishes}
            label={said.add}
            placeholder={said.placeholder}
            action={said.send}
            onSend={(written) => change({ kind: 'say', field: commented.field || null, thread: null, ...written })}
            onCancel={stopCommenting}
          />
        </div>
      )}
      {resolved.length > 0 && (
        <div className={styles.foot}>
          <Button small aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? said.hideResolved : said.showResolved({ count: resolved.length })}
          </Button>
        </div>
      )}
      {isShown && resolved.length > 0 && entries(resolved)}
    </section>
  )
}

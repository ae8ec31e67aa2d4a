import { isApiError, isOffline } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { fieldAt, labelOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-notices.module.css'
import layout from './document-screen.module.css'
import type { DocumentForm } from './use-document-form.ts'

interface DocumentNoticesProps {
  readonly form: DocumentForm
  readonly entity: EntitySchema
  readonly mayWrite: boolean
  readonly onCompare: () => void
}

/** What has to be said before the first field: what is wrong, what came back, what is not allowed. */
export function DocumentNotices({ form, entity, mayWrite, onCompare }: DocumentNoticesProps) {
  const said = useWords(documentWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const { error, recoveredAt } = form
  const issues = isApiError(error) ? error.issues : []
  const isTold = error !== undefined && !isOffline(error)
  if (mayWrite && !isTold && recoveredAt === undefined && !form.conflict) return null
  return (
    <div className={layout.notices}>
      {!mayWrite && <p className={`${styles.notice} ${styles.calm}`}>{said.readOnly}</p>}
      {recoveredAt !== undefined && (
        <p className={`${styles.notice} ${styles.calm}`} role="status">
          <span>{said.recovered({ when: formats.ago(recoveredAt) })}</span>
          <button type="button" className={styles.act} onClick={form.discard}>
            {said.discard}
          </button>
        </p>
      )}
      {form.conflict && (
        <p className={`${styles.notice} ${styles.calm}`}>
          <span>{said.conflictTitle}</span>
          <button type="button" className={styles.act} onClick={onCompare}>
            {said.compare}
          </button>
        </p>
      )}
      {isTold && (
        <div className={`${styles.notice} ${styles.issues}`} role="alert">
          <b>{issues.length > 0 ? said.issuesTitle({ count: issues.length }) : explain(error, errors)}</b>
          {issues.map(({ path, message }) => (
            <button key={`${path}/${message}`} type="button" className={styles.issue} onClick={() => jumpTo(path)}>
              {nameOf(entity, path)}: {message}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** "Links 2, Label" of `links.1.label`. */
function nameOf(entity: EntitySchema, path: string): string {
  const names: string[] = []
  const schemaPath: string[] = []
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part)) {
      names.push(`${names.pop() ?? ''} ${Number(part) + 1}`)
      continue
    }
    schemaPath.push(part)
    const field = fieldAt(entity.fields, schemaPath.join('.'))
    names.push(field ? labelOf(field) : part)
  }
  return names.join(', ')
}

/** To the field itself, or the nearest one around it that is on the page. */
function jumpTo(path: string): void {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const row = document.querySelector(`[data-field="${CSS.escape(parts.slice(0, length).join('.'))}"]`)
    if (!row) continue
    const panel = row.closest('[role="tabpanel"][hidden]')
    if (panel) document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
    // A tab that was behind is shown by then.
    requestAnimationFrame(() => {
      row.scrollIntoView({ block: 'center' })
      row.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable]')?.focus()
    })
    return
  }
}

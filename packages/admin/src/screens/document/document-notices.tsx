import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError, mayPass } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { LockState } from '../../data/use-lock.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-notices.module.css'
import layout from './document-screen.module.css'
import type { Failure } from './editing-state.ts'
import type { Content } from './edits.ts'
import { nameAt } from './name-at.ts'
import type { DocumentForm } from './use-document-form.ts'
import type { Gone } from './use-followed-document.ts'
import { useRights } from '../../data/use-rights.ts'
import { followingWords } from '../../words/diff.ts'
import { removalOf } from '../slot.tsx'

interface DocumentNoticesProps {
  readonly form: DocumentForm
  readonly entity: EntitySchema
  readonly mayWrite: boolean
  readonly lock?: LockState
  readonly gone: Gone | undefined
  /** Who made the conflicting change. */
  readonly conflictTitle: string
  /** The element with the errors. */
  readonly summary: RefObject<HTMLDivElement | null>
  readonly onCompare: () => void
  readonly onJump: (path: string) => void
}

/** Messages above the first field: errors, recovered text, locks, missing rights. */
export function DocumentNotices(props: DocumentNoticesProps) {
  const { form, entity, mayWrite, lock, gone, conflictTitle, summary, onCompare, onJump } = props
  const said = useWords(documentWords)
  const formats = useFormats()
  const { failure, recoveredAt, conflict } = form
  // For errors that will be retried, the status indicator is enough.
  const isTold = failure !== undefined && !gone && !(mayPass(failure.error) && failure.action === 'save')
  const isTakenOver = lock?.foreign !== undefined && form.isDirty
  const isRecovered = recoveredAt !== undefined && !conflict
  if (mayWrite && !gone && !isTold && !isRecovered && !conflict && !isTakenOver) return null
  return (
    <div className={layout.notices}>
      {gone && <GoneNotice gone={gone} entity={entity} isDirty={form.isDirty} />}
      {!mayWrite && !gone && <p className={`${styles.notice} ${styles.calm}`}>{said.readOnly}</p>}
      {isTakenOver && <TakenOver lock={lock} form={form} />}
      {isRecovered && (
        <p className={`${styles.notice} ${styles.calm}`} role="status">
          <span>{isJustNow(recoveredAt) ? said.recoveredNow : said.recovered({ when: formats.ago(recoveredAt) })}</span>
          <button type="button" className={styles.act} onClick={form.keepRecovered}>
            {said.keepRecovered}
          </button>
          <button type="button" className={styles.act} onClick={form.discard}>
            {said.discard}
          </button>
        </p>
      )}
      {conflict && (
        <p className={`${styles.notice} ${styles.calm}`}>
          <span>{conflictTitle}</span>
          <button type="button" className={styles.act} onClick={onCompare}>
            {said.compare}
          </button>
        </p>
      )}
      {isTold && (
        <Refusal
          failure={failure}
          entity={entity}
          values={form.values}
          isSaved={!form.isDirty}
          summary={summary}
          onJump={onJump}
        />
      )}
    </div>
  )
}

/** Lists show "now" within a minute. */
function isJustNow(moment: string): boolean {
  return Date.now() - new Date(moment).getTime() < 60_000
}

function TakenOver({ lock: { foreign, takeOver }, form }: { readonly lock: LockState; readonly form: DocumentForm }) {
  const said = useWords(documentWords)
  const [holder] = useTargets(foreign ? [foreign.actor] : [])
  if (!holder) return null
  return (
    <p className={`${styles.notice} ${styles.calm}`} role="alert">
      <span>
        <b>
          <TargetTitle target={holder} /> {said.hasTakenOver}
        </b>{' '}
        {said.typedIsKept}
      </span>
      <button type="button" className={styles.act} onClick={takeOver}>
        {said.takeOver}
      </button>
      <button type="button" className={styles.act} onClick={form.discard}>
        {said.discard}
      </button>
    </p>
  )
}

interface RefusalProps {
  readonly failure: Failure
  readonly entity: EntitySchema
  readonly values: Content
  readonly isSaved: boolean
  readonly summary: RefObject<HTMLDivElement | null>
  readonly onJump: (path: string) => void
}

/** The errors of a refused save, with a link to each field. */
function Refusal({ failure, entity, values, isSaved, summary, onJump }: RefusalProps) {
  const said = useWords(documentWords)
  const errors = useWords(errorWords)
  const issueInWords = useIssueWords()
  const { action, error, issues } = failure
  const reason = issues.length > 0 ? said.issuesTitle({ count: issues.length }) : explain(error, errors)
  const headline = action === 'publish' ? (isSaved ? said.notPublished : said.notPublishedShort) : undefined
  return (
    <div className={`${styles.notice} ${styles.issues}`} role="alert" tabIndex={-1} ref={summary}>
      <b>{headline ?? reason}</b>
      {headline !== undefined && <span>{reason}</span>}
      {issues.map((issue) => (
        <button
          key={`${issue.path}/${issue.message}`}
          type="button"
          className={styles.issue}
          onClick={() => onJump(issue.path)}
        >
          {issue.code === 'required'
            ? said.isRequired({ name: nameAt(entity.fields, values, issue.path) })
            : `${nameAt(entity.fields, values, issue.path)}: ${issueInWords(issue)}`}
        </button>
      ))}
      {isApiError(error, 'unauthenticated') && (
        <Link {...addresses.signIn()} className={styles.issue} target="_blank">
          {said.signInAgain}
        </Link>
      )}
    </div>
  )
}

interface GoneNoticeProps {
  readonly gone: Gone
  readonly entity: EntitySchema
  readonly isDirty: boolean
}

/** Who deleted the open document, what happens to unsaved edits, and where to go. */
function GoneNotice({ gone: { how, text }, entity, isDirty }: GoneNoticeProps) {
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

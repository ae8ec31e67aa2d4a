import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { addresses } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import { isUpload, titleOf } from '../../data/entities.ts'
import { valuesAt } from '../../data/model/path-selection.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { Thumbnail } from '../../design/thumbnail.tsx'
import { fieldTypeOf } from '../../fields/registry.ts'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { Slot, slotsAt } from '../slot.tsx'
import { type Column, slugOf } from './list-columns.ts'
import type { ListState } from './list-state.ts'
import styles from './list-table.module.css'
import type { Languages } from './use-progress-of.ts'

/** Loaded only for lists of users. */
const LastSignInCell = lazy(async () => ({
  default: (await import('../users/last-sign-in-cell.tsx')).LastSignInCell,
}))

interface ListCellProps {
  readonly entity: EntitySchema
  readonly column: Column
  readonly doc: Doc
  readonly docs: readonly Doc[]
  readonly state: ListState
  readonly languages: Languages | undefined
}

export function ListCell({ entity, column, doc, docs, state, languages }: ListCellProps) {
  switch (column.kind) {
    case 'title':
      return <TitleCell entity={entity} doc={doc} state={state} />
    case 'status':
      return <StatusCell doc={doc} runAt={state.scheduled.get(doc.id)} failedAt={state.failedPlans.get(doc.id)} />
    case 'languages':
      return <LanguagesCell languages={languages ?? []} shown={state.locale} />
    case 'signIn':
      return (
        <Suspense>
          <LastSignInCell entity={entity} doc={doc} docs={docs} />
        </Suspense>
      )
    case 'moment':
      return <MomentCell moment={doc[column.key]} />
    case 'bytes':
      return <BytesCell size={column.path && valuesAt(doc, column.path.steps)[0]} />
    case 'field': {
      return <PathCell column={column} doc={doc} />
    }
  }
}

const SHOWN = 3

/** The value at a path, or the first of several. */
function PathCell({ column: { field, path }, doc }: Pick<ListCellProps, 'column' | 'doc'>) {
  const { number } = useFormats()
  const Cell = field && fieldTypeOf(field).Cell
  if (!field || !path || !Cell) return null
  const values = valuesAt(doc, path.steps)
  const isList = field.many || field.structure === 'rows' || field.structure === 'blocks'
  if (isList || values.length < 2) return <Cell field={field} value={isList ? values.flat() : values[0]} />
  return (
    <span className={styles.several}>
      {values.slice(0, SHOWN).map((value, index) => (
        // The index is the key, because rows may have equal values.
        <span key={index}>
          {index > 0 && ', '}
          <Cell field={field} value={value} />
        </span>
      ))}
      {values.length > SHOWN && <span className={styles.slug}>+{number(values.length - SHOWN)}</span>}
    </span>
  )
}

interface StatusCellProps {
  readonly doc: Doc
  readonly runAt: string | undefined
  readonly failedAt: string | undefined
}

/** The status, with the time of a plan or of its failure. */
function StatusCell({ doc, runAt, failedAt }: StatusCellProps) {
  const formats = useFormats()
  const status = statusOf(doc)
  if (failedAt !== undefined && runAt === undefined && status !== null) {
    return (
      <span title={formats.exact(failedAt)}>
        <StatusMark status="failed" />
      </span>
    )
  }
  if (runAt === undefined || (status !== 'draft' && status !== 'changed'))
    return status && <StatusMark status={status} />
  return (
    <span title={formats.exact(runAt)}>
      <StatusMark status="scheduled" />
    </span>
  )
}

function TitleCell({ entity, doc, state }: Pick<ListCellProps, 'entity' | 'doc' | 'state'>) {
  const { untitled } = useWords(sharedWords)
  const title = titleOf(entity, doc)
  const slug = slugOf(entity)
  const address = slug && doc[slug.name]
  const search = state.search.locale === undefined ? {} : { locale: state.search.locale }
  const link = (
    <Link {...addresses.document(entity.slug, doc.id, search)} className={styles.name}>
      {isUpload(entity) && <Thumbnail doc={doc} size={28} />}
      <span className={`${styles.text} ${title === '' ? styles.untitled : ''}`} dir="auto">
        {title || untitled}
      </span>
      {typeof address === 'string' && (
        <span className={styles.slug} dir="ltr">
          /{address}
        </span>
      )}
    </Link>
  )
  const context = { entity, doc }
  if (slotsAt('listTitle', context).length === 0) return link
  return (
    <div className={styles.titled}>
      {link}
      <Slot name="listTitle" context={context} />
    </div>
  )
}

/** "EN · DE 40%": languages with content, and the progress of incomplete ones. */
function LanguagesCell({ languages, shown }: { readonly languages: Languages; readonly shown: string | undefined }) {
  const said = useWords(documentWords)
  const formats = useFormats()
  return (
    <span className={styles.languages}>
      {languages.map(({ code, progress: { translated, total } }, index) => (
        <span key={code} title={said.translated({ done: translated, all: total })}>
          {index > 0 && ' · '}
          {code === shown ? <b>{code.toUpperCase()}</b> : code.toUpperCase()}
          {translated < total && ` ${formats.percent(Math.floor((100 * translated) / total) / 100)}`}
        </span>
      ))}
    </span>
  )
}

function BytesCell({ size }: { readonly size: unknown }) {
  const formats = useFormats()
  return typeof size === 'number' ? formats.bytes(size) : null
}

function MomentCell({ moment }: { readonly moment: unknown }) {
  const formats = useFormats()
  if (typeof moment !== 'string') return null
  return (
    <time dateTime={moment} title={formats.exact(moment)}>
      {formats.ago(moment)}
    </time>
  )
}

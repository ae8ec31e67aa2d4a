import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import type { Doc, Where } from '../../data/document.ts'
import { hasDrafts, isAuth, labelOf, titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { listQuery } from '../../data/use-documents.ts'
import { useSchema, useSession } from '../../data/use-session.ts'
import { PageBar } from '../../design/page-bar.tsx'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { useFormats } from '../../words/formats.ts'
import { homeWords } from '../../words/home.ts'
import { sharedWords } from '../../words/shared.ts'
import { shellWords } from '../../words/shell.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './home-screen.module.css'

const ROWS = 8

interface Entry {
  readonly entity: EntitySchema
  readonly doc: Doc
}

/** Where the day begins: what was changed last, and what waits. */
export function HomeScreen() {
  const said = useWords(homeWords)
  const shell = useWords(shellWords)
  const schema = useSchema()
  const { user, collection } = useSession()
  const users = schema.collections[collection]
  const content = Object.values(schema.collections).filter((entity) => !isAuth(entity))
  const recent = useNewest(content)
  const waiting = useNewest(content.filter(hasDrafts), { _status: { equals: 'draft' } })
  return (
    <>
      <PageBar trail={<span aria-current="page">{shell.home}</span>} />
      <div className={styles.page}>
        <h1 className={styles.title}>{said.greeting((users && titleOf(users, user)) || user.email)}</h1>
        <Entries title={said.waiting} entries={waiting} empty={said.nothingWaiting} />
        <Entries title={said.recent} entries={recent} empty={said.nothingYet} />
      </div>
    </>
  )
}

/** The newest of several collections, together. What the actor may not list is left out. */
function useNewest(entities: readonly EntitySchema[], where?: Where): Entry[] | undefined {
  return useQueries({
    queries: entities.map((entity) => ({
      ...listQuery(entity.slug, { sort: ['-updatedAt'], limit: ROWS, ...(where && { where }) }),
      retry: false,
    })),
    combine: (answers) => {
      if (answers.some(({ isPending }) => isPending)) return undefined
      const all = answers.flatMap(({ data }, index) => {
        const entity = entities[index]
        return entity ? (data?.docs ?? []).map((doc) => ({ entity, doc })) : []
      })
      return all.toSorted((a, b) => b.doc.updatedAt.localeCompare(a.doc.updatedAt)).slice(0, ROWS)
    },
  })
}

function Entries({ title, entries, empty }: { title: string; entries: Entry[] | undefined; empty: string }) {
  const formats = useFormats()
  const { untitled } = useWords(sharedWords)
  if (entries === undefined) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {entries.length === 0 && <p className={styles.row}>{empty}</p>}
      <ul>
        {entries.map(({ entity, doc }) => {
          const status = statusOf(doc)
          return (
            <li key={doc.id}>
              <Link {...addresses.document(entity.slug, doc.id)} className={styles.row}>
                <span className={styles.name}>{titleOf(entity, doc) || untitled}</span>
                <span className={styles.kind}>{labelOf(entity)}</span>
                {status && <StatusMark status={status} />}
                <time className={styles.when} dateTime={doc.updatedAt} title={formats.exact(doc.updatedAt)}>
                  {formats.ago(doc.updatedAt)}
                </time>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

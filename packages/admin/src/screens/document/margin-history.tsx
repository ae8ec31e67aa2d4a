import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import type { Page, Snapshot } from '../../data/document.ts'
import { keys } from '../../data/use-documents.ts'
import { useSession } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { statusWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-margin.module.css'

const SHOWN = 4

/** The last revisions, and the way to all of them. */
export function HistorySection({ slug, id }: { readonly slug: string; readonly id: string }) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: [...keys.collection(slug), id, 'versions', SHOWN],
    queryFn: async () => (await collection(slug).versions(id, { limit: SHOWN })) as unknown as Page<Snapshot>,
    retry: false,
  })
  if (!data) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        <Link {...addresses.history(slug, id)}>{said.history}</Link>
        <span className={styles.count}>{formats.number(data.pagination.totalDocs)}</span>
      </h2>
      <ol>
        {data.docs.map((snapshot, index) => (
          <Revision key={snapshot.revision} slug={slug} id={id} snapshot={snapshot} isNewest={index === 0} />
        ))}
      </ol>
    </section>
  )
}

interface RevisionProps {
  readonly slug: string
  readonly id: string
  readonly snapshot: Snapshot
  readonly isNewest: boolean
}

function Revision({ slug, id, snapshot, isNewest }: RevisionProps) {
  const said = useWords(documentWords)
  const status = useWords(statusWords)
  const formats = useFormats()
  const { user } = useSession()
  const { createdBy, createdAt, revision, _status } = snapshot
  const [author] = useTargets(createdBy ? [createdBy] : [])
  const kind = _status === 'published' ? 'published' : isNewest ? 'now' : 'draft'
  return (
    <li>
      <Link {...addresses.history(slug, id, { to: revision })} className={styles.entry}>
        <span className={styles.dot} data-kind={kind} />
        <span>
          {author?.id === user.id ? (
            said.you
          ) : author ? (
            <TargetTitle target={author} />
          ) : (
            `#${formats.number(revision)}`
          )}
          {_status !== undefined && `, ${status[_status].toLowerCase()}`}
        </span>
        <time dateTime={createdAt} title={formats.exact(createdAt)}>
          {formats.ago(createdAt)}
        </time>
      </Link>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { hasTrash } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { fateOf, usesBeforeRemoval, wayTo } from '../../data/uses.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { UsedByList } from './used-by.tsx'
import { referencesWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

const NAMED = 5

/** Which documents and fields reference the document, and what happens to them. */
export function RemovalWarning({ place }: DocumentContext) {
  return <UsesWarning place={place} />
}

/** The same before unpublishing. */
export function UnpublishingWarning({ place }: DocumentContext) {
  const { offline } = useWords(referencesWords)
  return <UsesWarning place={place} outcome={offline} />
}

interface UsesWarningProps extends Pick<DocumentContext, 'place'> {
  /** What happens to the references; by default, what their fields define for a deletion. */
  readonly outcome?: string
}

function UsesWarning({ place, outcome }: UsesWarningProps) {
  const said = useWords(referencesWords)
  const formats = useFormats()
  const schema = useSchema()
  const { data } = useQuery(usesBeforeRemoval(place.entity.slug, place.id ?? ''))
  if (!data || data.docs.length === 0) return null
  const total = data.pagination.totalDocs
  const ways = data.docs.map((use) => wayTo(schema, use))
  const texts = ways.filter((way) => way.some(({ type }) => type === 'richText')).length
  const fates = new Set(ways.map(fateOf))
  // References beyond the first page are counted, but not distinguished.
  const counts =
    total > data.docs.length
      ? [said.places({ count: total })]
      : [
          ...(texts > 0 ? [said.texts({ count: texts })] : []),
          ...(total > texts ? [said.fields({ count: total - texts })] : []),
        ]
  const inTrash = hasTrash(place.entity) && !fates.has('restrict') ? [said.inTrash] : undefined
  const outcomes =
    (outcome !== undefined ? [outcome] : inTrash) ??
    (['restrict', 'clear', 'keep'] as const).filter((fate) => fates.has(fate)).map((fate) => said[fate])
  return (
    <section aria-label={said.usedBy}>
      <p>
        <strong>{counts.join(' ')}</strong> {outcomes.join(' ')}
      </p>
      <UsedByList uses={data.docs.slice(0, NAMED)} />
      {total > NAMED && <p className={styles.muted}>+ {formats.number(total - NAMED)}</p>}
    </section>
  )
}

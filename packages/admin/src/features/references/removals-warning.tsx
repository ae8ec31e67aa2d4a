import { useQueries } from '@tanstack/react-query'
import { fateOf, usesQuery, wayTo } from '../../data/uses.ts'
import { useTargets } from '../../data/use-targets.ts'
import { useSchema } from '../../data/use-session.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import type { RemovalsContext } from '../../screens/feature.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { referencesWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

/** Each is asked about by itself, so the number of questions has an end. */
const ASKED = 50
const NAMED = 5
/** Enough to know every way in which a document is used; all else is counted. */
const LOOKED_AT = 20

/** Which of the documents that are about to be deleted are used elsewhere, and what becomes of what uses them. */
export function RemovalsWarning({ entity: { slug }, ids }: RemovalsContext) {
  const said = useWords(referencesWords)
  const formats = useFormats()
  const schema = useSchema()
  const asked = ids.slice(0, ASKED)
  const used = useQueries({
    // What is remembered may be old, and here it counts.
    queries: asked.map((id) => ({ ...usesQuery(slug, id, LOOKED_AT), staleTime: 0 })),
    combine: (answers) =>
      answers.flatMap(({ data }, index) => {
        const count = data?.pagination.totalDocs ?? 0
        return count > 0 ? [{ collection: slug, id: asked[index] ?? '', count, uses: data?.docs ?? [] }] : []
      }),
  })
  const named = useTargets(used.slice(0, NAMED))
  const fates = new Set(used.flatMap(({ uses }) => uses.map((use) => fateOf(wayTo(schema, use)))))
  const outcome = (['restrict', 'clear', 'keep'] as const).filter((fate) => fates.has(fate))
  return (
    <>
      {used.length > 0 && (
        <section aria-label={said.usedBy}>
          <p>
            <strong>{said.used({ count: used.length })}</strong> {outcome.map((fate) => said[`${fate}Many`]).join(' ')}
          </p>
          <ul>
            {named.map((target) => (
              <li key={target.id} className={styles.entry}>
                <TargetTitle target={target} />{' '}
                <span className={styles.muted}>{said.places({ count: target.count })}</span>
              </li>
            ))}
          </ul>
          {used.length > NAMED && <p className={styles.muted}>+ {formats.number(used.length - NAMED)}</p>}
        </section>
      )}
      {ids.length > ASKED && <p className={styles.muted}>{said.firstOnly({ count: ASKED })}</p>}
    </>
  )
}

import { useWords } from '../../words/use-words.ts'
import { useSchema } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { fateOf, wayTo } from '../../data/uses.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import type { RemovalsContext } from '../../screens/feature.ts'
import { countOf } from '../../screens/list/choice.ts'
import { useFormats } from '../../words/formats.ts'
import { useUsesOfMany } from '../../screens/list/use-uses-of-many.ts'
import { referencesWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

const NAMED = 5

/** Which of the selected documents are referenced, and what happens to the references. */
export function RemovalsWarning(context: RemovalsContext) {
  const said = useWords(referencesWords)
  const formats = useFormats()
  const schema = useSchema()
  const { slug } = context.entity
  const { uses, isFailed } = useUsesOfMany(context)
  const named = useTargets((uses?.docs ?? []).slice(0, NAMED).map((one) => ({ ...one, collection: slug })))
  if (isFailed) return <p role="alert">{said.unchecked}</p>
  if (!uses) return <p className={styles.muted}>{said.checking}</p>
  const fates = new Set(uses.places.map((place) => fateOf(wayTo(schema, place))))
  const outcome = (['restrict', 'clear', 'keep'] as const).filter((fate) => fates.has(fate))
  return (
    <>
      {uses.used > 0 && (
        <section aria-label={said.usedBy}>
          <p>
            <strong>{said.used({ count: uses.used })}</strong> {outcome.map((fate) => said[`${fate}Many`]).join(' ')}
          </p>
          <ul>
            {named.map((target) => (
              <li key={target.id} className={styles.entry}>
                <TargetTitle target={target} />{' '}
                <span className={styles.muted}>{said.places({ count: target.total })}</span>
                {target.restricted && ` ${said.kept}`}
              </li>
            ))}
          </ul>
          {uses.used > NAMED && <p className={styles.muted}>+ {formats.number(uses.used - NAMED)}</p>}
        </section>
      )}
      {uses.checked < countOf(context.choice) && (
        <p className={styles.muted}>{said.firstOnly({ count: formats.number(uses.checked) })}</p>
      )}
    </>
  )
}

import { useTargets } from '../../data/use-targets.ts'
import { Thumbnail } from '../../design/thumbnail.tsx'
import type { DiffProps } from '../contract.ts'
import { type RelationshipTarget, targetsOf } from '../relationship-value.ts'
import { TargetTitle } from '../target-title.tsx'
import styles from './diff.module.css'
import { compareSequences } from './compare-words.ts'

const targetKey = ({ collection, id }: RelationshipTarget) => `${collection}/${id}`

/** Documents that a field points to, by their titles. */
export function TargetsDiff({ field, before, after }: DiffProps) {
  const steps = compareSequences(targetsOf(field, before), targetsOf(field, after), targetKey)
  const targets = useTargets(steps.map((step) => (step.kind === 'removed' ? step.before : step.after)))
  return (
    <p className={styles.values}>
      {steps.map((step, index) => {
        const target = targets[index]
        if (!target) return null
        const said = (
          <>
            {field.type === 'upload' && target.doc && <Thumbnail doc={target.doc} size={28} />}
            <TargetTitle target={target} />
          </>
        )
        const key = `${step.kind} ${targetKey(target)}`
        if (step.kind === 'same') return <span key={key}>{said}</span>
        return step.kind === 'removed' ? <del key={key}>{said}</del> : <ins key={key}>{said}</ins>
      })}
    </p>
  )
}

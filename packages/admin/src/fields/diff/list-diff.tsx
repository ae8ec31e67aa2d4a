import type { DiffProps } from '../contract.ts'
import { knownType } from '../known-types.ts'
import styles from './diff.module.css'
import { compareSequences } from './sequence.ts'

export function ListDiff({ field, before, after }: DiffProps) {
  const { text } = knownType(field)
  const steps = compareSequences(asList(before), asList(after), (one) => JSON.stringify(one))
  return (
    <p className={styles.values}>
      {steps.map((step, index) => {
        const said = text(step.kind === 'removed' ? step.before : step.after, field)
        if (step.kind === 'same') return <span key={index}>{said}</span>
        return step.kind === 'removed' ? <del key={index}>{said}</del> : <ins key={index}>{said}</ins>
      })}
    </p>
  )
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]
}

import type { DiffProps } from '../contract.ts'
import { compareSequences, compareWords, type Piece, withoutLongSame } from './compare-words.ts'
import { diffWords } from '../../words/diff.ts'
import { useWords } from '../../words/use-words.ts'
import { knownType } from '../known-types.ts'
import styles from './diff.module.css'

export function TextDiff(props: DiffProps) {
  const { before, after } = props
  if (Array.isArray(before) || Array.isArray(after)) return <ListDiff {...props} />
  return (
    <p className={styles.text}>
      <Pieces pieces={compareWords(asText(before), asText(after))} />
    </p>
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Compares code and JSON by line; long unchanged parts are left out. */
export function LinesDiff({ before, after }: DiffProps) {
  const said = useWords(diffWords)
  const steps = compareSequences(linesOf(before), linesOf(after), (line) => line)
  return (
    <pre className={styles.lines}>
      {withoutLongSame(steps).map((step, index) => {
        if (step.kind === 'left out') {
          return (
            <div key={index} className={styles.quiet}>
              {said.lines({ count: step.count })}
            </div>
          )
        }
        if (step.kind === 'same') return <div key={index}>{`  ${step.after}`}</div>
        return step.kind === 'removed' ? (
          <del key={index}>{`− ${step.before}`}</del>
        ) : (
          <ins key={index}>{`+ ${step.after}`}</ins>
        )
      })}
    </pre>
  )
}

function linesOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n')
}

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

export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    // The index is the only key that pieces have.
    if (kind === 'same') return <span key={index}>{text}</span>
    if (kind === 'removed') return <del key={index}>{text}</del>
    return (
      <ins key={index} className={styles.ins}>
        {text}
      </ins>
    )
  })
}

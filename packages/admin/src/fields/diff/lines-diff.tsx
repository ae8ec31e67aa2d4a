import { diffWords } from '../../words/diff.ts'
import { useWords } from '../../words/use-words.ts'
import type { DiffProps } from '../contract.ts'
import { withoutLongSame } from './context-lines.ts'
import styles from './diff.module.css'
import { compareSequences } from './sequence.ts'

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

import { diffWords } from '../../words/diff.ts'
import { useWords } from '../../words/use-words.ts'
import type { DiffProps } from '../contract.ts'
import { knownType } from '../known-types.ts'
import styles from './diff.module.css'
import { ListDiff } from './list-diff.tsx'

/** Two values of a field compared, as its type does it, or in its own words. */
export function FieldDiff(props: DiffProps) {
  const { field, before, after } = props
  const { empty } = useWords(diffWords)
  const { Diff, text } = knownType(field)
  if (Diff) return <Diff {...props} />
  if (field.many) return <ListDiff {...props} />
  const old = text(before, field)
  const now = text(after, field)
  if (old === now) return <p className={styles.values}>{now}</p>
  return (
    <p className={styles.values}>
      {old !== '' && <del>{old}</del>}
      {now === '' ? <span className={styles.quiet}>{empty}</span> : <ins>{now}</ins>}
    </p>
  )
}

import { diffWords } from '../words/diff.ts'
import { useWords } from '../words/use-words.ts'
import type { DiffProps } from './contract.ts'
import { knownType } from './known-types.ts'
import { lazily } from './lazily.tsx'
import styles from './value-diff.module.css'

const ListDiff = lazily<DiffProps>(async () => (await import('./diff/text-diff.tsx')).ListDiff)

/** Shows the change of a value: with the comparison of its type, as a list, or as two texts. */
export function ValueDiff(props: DiffProps) {
  const { Diff } = knownType(props.field)
  if (Diff) return <Diff {...props} />
  return props.field.many ? <ListDiff {...props} /> : <TwoTexts {...props} />
}

function TwoTexts({ field, before, after }: DiffProps) {
  const said = useWords(diffWords)
  const { text } = knownType(field)
  const [was, is] = [text(before, field), text(after, field)]
  return (
    <div className={styles.both}>
      {was !== '' && (
        <del className={styles.was}>
          <span className={styles.said}>{said.removed}: </span>
          {was}
        </del>
      )}
      {is === '' ? (
        <span className={styles.empty}>{said.emptyValue}</span>
      ) : (
        <ins className={styles.is}>
          <span className={styles.said}>{said.added}: </span>
          {is}
        </ins>
      )}
    </div>
  )
}

import { historyWords } from '../words/history.ts'
import { useWords } from '../words/use-words.ts'
import type { DiffProps } from './contract.ts'
import { fieldTypeOf } from './registry.ts'
import styles from './value-diff.module.css'

/** How a value changed: as its type compares it, or as two texts. */
export function ValueDiff(props: DiffProps) {
  const { Diff } = fieldTypeOf(props.field)
  return Diff ? <Diff {...props} /> : <TwoTexts {...props} />
}

function TwoTexts({ field, before, after }: DiffProps) {
  const said = useWords(historyWords)
  const { text } = fieldTypeOf(field)
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

import type { DiffProps } from '../contract.ts'
import { compareWords } from './compare-words.ts'
import styles from './diff.module.css'
import { ListDiff } from './list-diff.tsx'
import { Pieces } from './pieces.tsx'

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

import { diffWords } from '../../words/diff.ts'
import { useWords } from '../../words/use-words.ts'
import type { DiffProps } from '../contract.ts'
import { type ComparedLine, compareRichText } from './compare-rich-text.ts'
import { compareWords } from './compare-words.ts'
import styles from './diff.module.css'
import { Pieces } from './pieces.tsx'

/** A rich text, line by line: paragraphs that came and went, and the words in those that changed. */
export function RichTextDiff({ before, after }: DiffProps) {
  return (
    <div className={styles.prose}>
      {compareRichText(before, after).map((line, index) => (
        <LineDiff key={index} line={line} />
      ))}
    </div>
  )
}

function LineDiff({ line }: { readonly line: ComparedLine }) {
  const said = useWords(diffWords)
  const { kind } = line
  const { type, depth } = line.after ?? line.before ?? { type: '', depth: 0 }
  const look = { 'data-type': type, 'data-depth': Math.min(depth, 3), 'data-kind': kind, className: styles.line }
  const old = line.before?.text ?? ''
  const now = line.after?.text ?? ''
  if (kind === 'same') return <p {...look}>{now}</p>
  if (kind === 'changed' && old === now) {
    return (
      <p {...look}>
        {now} <span className={styles.quiet}>{said.formatting}</span>
      </p>
    )
  }
  return (
    <p {...look}>
      <Pieces pieces={compareWords(old, now)} />
      {old === '' && now === '' && <span className={styles.quiet}>{said[kind]}</span>}
    </p>
  )
}

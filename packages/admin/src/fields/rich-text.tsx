import type { CellProps, FieldType, InputProps } from './contract.ts'
import { RichTextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { asRecord, recordsOf } from '../data/members.ts'

const ENOUGH = 200

function plainText(value: unknown): string {
  let text = ''
  const walk = (node: unknown): void => {
    if (text.length >= ENOUGH) return
    const { text: own, content } = asRecord(node)
    if (typeof own === 'string') text += own
    for (const child of recordsOf(content)) walk(child)
    if (typeof own !== 'string' && !text.endsWith(' ')) text += ' '
  }
  walk(value)
  return text.slice(0, ENOUGH).trim()
}

/** A ProseMirror document. The editor's code is loaded with the first open text. */
export const richText: FieldType = {
  name: 'richText',
  Input: lazily<InputProps>(async () => (await import('./rich-text/rich-text-input.tsx')).RichTextInput),
  Cell: RichTextCell,
  Diff: RichTextDiff,
  text: plainText,
  width: 280,
  naming: 'first',
  picture: 'lines',
}

function RichTextCell({ value }: CellProps) {
  return <span className={styles.plain}>{plainText(value)}</span>
}

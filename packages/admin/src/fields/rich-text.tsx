import type { CellProps, FieldType, InputProps } from './contract.ts'
import { RichTextDiff } from './diff/lazy-diffs.ts'
import styles from './fields.module.css'
import { lazily } from './lazily.tsx'
import { plainText } from './rich-text/plain-text.ts'

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

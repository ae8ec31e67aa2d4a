import { useTargets } from '../../data/use-targets.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { diffWords } from '../../words/diff.ts'
import { useWords } from '../../words/use-words.ts'
import type { DiffProps } from '../contract.ts'
import type { RelationshipTarget } from '../relationship-value.ts'
import { TargetTitle } from '../target-title.tsx'
import { type ComparedLine, compareRichText } from './compare-rich-text.ts'
import { compareWords } from './compare-words.ts'
import styles from './diff.module.css'
import { Pieces } from './text-diff.tsx'
import { RowDiff } from './rows-diff.tsx'

export function RichTextDiff({ field, before, after }: DiffProps) {
  return (
    <div className={styles.prose}>
      {compareRichText(before, after).map((line, index) => (
        <LineDiff key={index} field={field} line={line} index={index} />
      ))}
    </div>
  )
}

interface LineProps {
  readonly field: FieldSchema
  readonly line: ComparedLine
  readonly index: number
}

function LineDiff({ field, line, index }: LineProps) {
  const said = useWords(diffWords)
  const { kind, isMoved = false, before, after } = line
  const { type, depth, block, target } = after ?? before ?? { type: '', depth: 0 }
  const look = { 'data-type': type, 'data-depth': Math.min(depth, 3), 'data-kind': kind, className: styles.line }
  if (block) {
    const row = {
      kind,
      isMoved,
      ...(before?.block && { before: before.block }),
      ...(after?.block && { after: after.block }),
    }
    return (
      <ol className={styles.rows}>
        <RowDiff field={field} row={row} index={index} />
      </ol>
    )
  }
  const old = before?.text ?? ''
  const now = after?.text ?? ''
  if (target) {
    return (
      <p {...look}>
        {kind !== 'same' && <span className={styles.quiet}>{said[kind]}: </span>}
        <EmbeddedTitle target={target} kind={kind} />
      </p>
    )
  }
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

function EmbeddedTitle({ target, kind }: { readonly target: RelationshipTarget; readonly kind: ComparedLine['kind'] }) {
  const [found = target] = useTargets([target])
  const title = <TargetTitle target={found} />
  if (kind === 'removed') return <del>{title}</del>
  return kind === 'added' ? <ins>{title}</ins> : title
}

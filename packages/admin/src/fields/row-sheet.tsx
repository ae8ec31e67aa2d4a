import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronUp,
  ClipboardCopy,
  Copy,
  Ellipsis,
  GripVertical,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../design/menu.tsx'
import { rowWords } from '../words/rows.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import type { FormContext } from './contract.ts'
import { FieldList } from './field-list.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { type Members, writableOf } from './members.ts'
import { countIssues } from './row-issues.ts'
import { blockName, rowName } from './row-name.ts'
import { fieldsOfRow, type Row } from './rows.ts'
import styles from './rows.module.css'
import { useSortableItem } from './sortable.tsx'
import { nameFrom } from './summary.ts'

interface RowSheetProps {
  readonly field: FieldSchema
  readonly row: Row
  readonly index: number
  readonly count: number
  readonly path: string
  readonly form: FormContext
  readonly isReadOnly: boolean
  readonly isFolded: boolean
  /** The user has just added the row: focus its first field. */
  readonly isAdded: boolean
  /** What stands between it and the row before. */
  readonly before: ReactNode
  readonly mayGrow: boolean
  readonly onFold: (isFolded: boolean) => void
  readonly onChange: (row: Members) => void
  readonly onMove: (by: number) => void
  readonly onDuplicate: () => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** One row: a head to take it by, and its fields below while it is open. */
export function RowSheet(props: RowSheetProps) {
  const { field, row, index, path, form, isReadOnly, isFolded, isAdded, onFold, onMove } = props
  const said = useWords(rowWords)
  const bodyId = useId()
  // What was open once stays, hidden: half a word in an editor must not go with a fold.
  const [wasOpen, setWasOpen] = useState(!isFolded)
  if (!isFolded && !wasOpen) setWasOpen(true)
  const { moved, handle } = useSortableItem(row.id, isReadOnly, onMove)
  const fields = fieldsOfRow(field, row)
  const name = rowName(field, row, said.row({ number: index + 1 }))
  const ownIssue = form.issue(path) ?? form.issue(`${path}.blockType`)
  const issues = countIssues(fields ?? [], row, path, form.issue) + (ownIssue === undefined ? 0 : 1)
  const isWrong = issues > 0
  // What is wrong must be seen where it is.
  const unfold = useEffectEvent(() => onFold(false))
  useEffect(() => {
    if (isWrong) unfold()
  }, [isWrong])
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => (isAdded && body.current ? focusFirstField(body.current) : undefined), [isAdded])
  return (
    <li {...moved} className={styles.item} data-row={path} data-row-id={row.id}>
      {props.before}
      <div className={styles.sheet} data-wrong={isWrong || undefined}>
        <div className={styles.bar}>
          {!isReadOnly && (
            <IconButton small {...handle} label={said.move({ what: name })} className={styles.handle ?? ''}>
              <Icon of={GripVertical} />
            </IconButton>
          )}
          <button
            type="button"
            className={styles.title}
            data-fold={path}
            aria-expanded={!isFolded}
            aria-controls={bodyId}
            onClick={() => onFold(!isFolded)}
          >
            {field.blocks && <span className={styles.kind}>{blockName(field, String(row['blockType']))}</span>}
            <span className={styles.name} dir="auto">
              {field.blocks ? nameFrom(fields ?? [], row) : name}
            </span>
            {isWrong && <span className={styles.issues}>{said.issues({ count: issues })}</span>}
          </button>
          {!isReadOnly && <RowActions {...props} name={name} />}
          <span className={styles.chevron}>
            <Icon of={isFolded ? ChevronDown : ChevronUp} />
          </span>
        </div>
        <div ref={body} id={bodyId} hidden={isFolded} className={styles.body}>
          {ownIssue !== undefined && <p className={styles.ownIssue}>{ownIssue}</p>}
          {wasOpen &&
            (fields ? (
              <FieldList
                fields={fields}
                values={row}
                path={path}
                onChange={(member, value) => props.onChange({ ...writableOf(fields, row), [member]: value })}
                form={rowForm(form, isReadOnly)}
              />
            ) : (
              <p className={styles.empty}>{said.gone({ kind: String(row['blockType']) })}</p>
            ))}
        </div>
      </div>
    </li>
  )
}

/** A list that may not be changed has rows that may not be changed either. */
function rowForm(form: FormContext, isReadOnly: boolean): FormContext {
  return isReadOnly === form.isReadOnly ? form : { ...form, isReadOnly }
}

function RowActions({
  index,
  count,
  mayGrow,
  onMove,
  onDuplicate,
  onCopy,
  onRemove,
  name,
}: RowSheetProps & { readonly name: string }) {
  const said = useWords(rowWords)
  const { remove } = useWords(sharedWords)
  return (
    <span className={styles.actions}>
      {mayGrow && (
        <IconButton small label={`${said.duplicate}: ${name}`} onClick={onDuplicate}>
          <Icon of={Copy} />
        </IconButton>
      )}
      <Menu
        trigger={
          <IconButton small label={said.more({ what: name })}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem icon={<Icon of={ArrowUp} />} disabled={index === 0} onSelect={() => onMove(-1)}>
          {said.moveUp}
        </MenuItem>
        <MenuItem icon={<Icon of={ArrowDown} />} disabled={index === count - 1} onSelect={() => onMove(1)}>
          {said.moveDown}
        </MenuItem>
        <MenuItem icon={<Icon of={ClipboardCopy} />} onSelect={onCopy}>
          {said.copy}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Icon of={Trash2} />} danger onSelect={onRemove}>
          {remove}
        </MenuItem>
      </Menu>
    </span>
  )
}

import { ChevronDown, ChevronUp } from 'lucide-react'
import { memo, type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { FieldSchema } from '../data/schema.ts'
import { Icon } from '../design/icon.tsx'
import { rowWords } from '../words/rows.ts'
import { useWords } from '../words/use-words.ts'
import { AddRow } from './add-row.tsx'
import { FieldList } from './field-list.tsx'
import { focusFirstField } from './focus-field.ts'
import { type FollowedForm, keysOf } from './form-model.ts'
import { asRecord } from '../data/members.ts'
import { RestingFields, useNear } from './resting-fields.tsx'
import { RowActions, RowCheck, RowHandle } from './row-controls.tsx'
import type { RowDeeds } from './row-deeds.ts'
import { countIssues } from './row-issues.ts'
import { blockName, contentName, rowName } from './row-name.ts'
import { fieldsOfRow } from './rows.ts'
import styles from './rows.module.css'
import { useHiddenUntilFound, useIdleTurn } from './use-found-by-search.ts'
import { useSelected } from './use-model.ts'

interface RowSheetProps {
  readonly field: FieldSchema
  readonly id: string
  readonly index: number
  readonly isLast: boolean
  readonly path: string
  readonly form: FollowedForm
  readonly isReadOnly: boolean
  readonly isFolded: boolean
  /** The editor has opened this row, rather than all rows. */
  readonly isOpened: boolean
  /** The user has just added the row: focus its first field. */
  readonly isAdded: boolean
  /** Whether the row is initially in the viewport. */
  readonly isFirst: boolean
  /** Undefined unless rows are being selected. */
  readonly selection: 'selected' | 'open' | undefined
  readonly mayGrow: boolean
  readonly deeds: RowDeeds
}

/**
 * A row: header, and its fields while open. Far from the viewport, it renders only its name. Once opened, its fields
 * stay mounted, because an editor may hold unfinished input.
 */
export const RowSheet = memo(function Sheet(props: RowSheetProps) {
  const { field, index, path, form, isReadOnly, isFolded, isOpened, isAdded, isFirst, mayGrow, deeds, id } = props
  const said = useWords(rowWords)
  const bodyId = useId()
  const item = useRef<HTMLLIElement>(null)
  const isNear = useNear(item, isFirst || isAdded)
  const keys = useMemo(() => keysOf(path), [path])
  const blockType = useSelected(form.model, () => asRecord(form.model.at(keys))['blockType'])
  const fields = useMemo(() => fieldsOfRow(field, { blockType }), [field, blockType])
  const [isMade, setMade] = useState(!isFolded && (isFirst || isOpened))
  if (!isFolded && !isMade && (isNear || isOpened)) setMade(true)

  const ownIssue = form.issue(path) ?? form.issue(`${path}.blockType`)
  const inside = useMemo(
    () => countIssues(fields ?? [], asRecord(form.model.at(keys)), path, form.issue),
    [fields, form, keys, path],
  )
  const issues = inside + (ownIssue === undefined ? 0 : 1)
  const isWrong = issues > 0
  // Opens the row if a field inside has an error.
  const reveal = useEffectEvent(() => deeds.reveal(id))
  useEffect(() => {
    if (isWrong) reveal()
  }, [isWrong])
  const body = useRef<HTMLDivElement>(null)
  useHiddenUntilFound(body, isFolded, () => deeds.fold(id, false))
  useEffect(() => (isAdded && body.current ? focusFirstField(body.current) : undefined), [isAdded])
  return (
    <li
      ref={item}
      className={styles.item}
      data-row={path}
      data-row-id={id}
      data-selected={props.selection === 'selected' || undefined}
    >
      {isNear && !isReadOnly && mayGrow && index > 0 && (
        <AddRow field={field} isBetween onAdd={(kind) => deeds.add(index, kind)} onPaste={() => deeds.paste(index)} />
      )}
      <div className={styles.sheet} data-wrong={isWrong || undefined}>
        <RowBar {...props} item={item} bodyId={bodyId} isNear={isNear} issues={issues} fields={fields} />
        <div ref={body} id={bodyId} className={styles.body} data-awaited={(!isFolded && !isMade) || undefined}>
          {ownIssue !== undefined && <p className={styles.ownIssue}>{ownIssue}</p>}
          {isMade &&
            (fields ? (
              <FieldList fields={fields} path={path} form={form} />
            ) : (
              <p className={styles.empty}>{said.gone({ kind: String(blockType) })}</p>
            ))}
          {!isMade && !isFolded && <RestingFields fields={fields ?? []} value={form.model.at(keys)} />}
          {!isMade && isFolded && <SearchedText fields={fields ?? []} form={form} keys={keys} />}
        </div>
      </div>
    </li>
  )
})

interface SearchedTextProps {
  readonly fields: readonly FieldSchema[]
  readonly form: FollowedForm
  readonly keys: readonly string[]
}

/** The texts of a folded row, rendered only for the browser's text search. */
function SearchedText({ fields, form, keys }: SearchedTextProps) {
  const isDue = useIdleTurn()
  const value = useSelected(form.model, () => form.model.at(keys))
  return isDue && <RestingFields fields={fields} value={value} />
}

interface RowBarProps extends RowSheetProps {
  readonly item: RefObject<HTMLLIElement | null>
  readonly bodyId: string
  readonly isNear: boolean
  readonly issues: number
  readonly fields: readonly FieldSchema[] | undefined
}

function RowBar(props: RowBarProps) {
  const { field, id, index, path, form, isReadOnly, isFolded, selection, deeds, item, bodyId, isNear, issues } = props
  const said = useWords(rowWords)
  const numbered = said.row({ number: index + 1 })
  const names = useMemo(() => namesOf(props.form, path, field, numbered), [props.form, path, field, numbered])
  const name = useSelected(form.model, names.whole)
  const content = useSelected(form.model, names.content)
  const kind = useSelected(form.model, names.kind)
  const isFar = !isNear
  return (
    <div className={styles.bar}>
      {selection !== undefined && <RowCheck name={name} isSelected={selection === 'selected'} id={id} deeds={deeds} />}
      {!isReadOnly &&
        (isFar ? (
          <span className={styles.noHandle} />
        ) : (
          <RowHandle id={id} item={item} name={name} onStep={(by) => deeds.move(id, by)} />
        ))}
      <button
        type="button"
        className={styles.title}
        data-fold={path}
        aria-expanded={!isFolded}
        aria-controls={bodyId}
        onClick={(event) => {
          if (event.shiftKey) deeds.select(id, 'extend')
          else if (event.ctrlKey || event.metaKey) deeds.select(id, 'toggle')
          else deeds.fold(id, !isFolded)
        }}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget } = event
          if (ctrlKey || metaKey || altKey) return
          if (key === 'x') deeds.select(id, 'toggle')
          else if (key === 'Escape' && selection !== undefined) deeds.unselect()
          else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
            const row = currentTarget.closest('[data-row]')
            const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
            const nextId = next?.getAttribute('data-row-id')
            if (typeof nextId !== 'string') return
            if (selection === undefined) deeds.select(id, 'toggle')
            deeds.select(nextId, 'extend')
            next?.querySelector<HTMLElement>('[data-fold]')?.focus()
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {field.blocks && <span className={styles.kind}>{kind}</span>}
        <span className={styles.name} dir="auto">
          {content}
        </span>
        {issues > 0 && <span className={styles.issues}>{said.issues({ count: issues })}</span>}
      </button>
      {!isReadOnly && isNear && <RowActions {...props} name={name} />}
      <span className={styles.chevron}>
        <Icon of={isFolded ? ChevronDown : ChevronUp} />
      </span>
    </div>
  )
}

/** Name of a row, memoized by its value. */
function namesOf(form: FollowedForm, path: string, field: FieldSchema, numbered: string) {
  const keys = keysOf(path)
  let last: unknown
  let names = { whole: '', content: '', kind: '' }
  const now = () => {
    const value = form.model.at(keys)
    if (value === last) return names
    last = value
    const row = asRecord(value)
    const whole = rowName(field, row, numbered)
    names = {
      whole,
      content: field.blocks ? contentName(field, row) : whole,
      kind: field.blocks ? blockName(field, String(row['blockType'])) : '',
    }
    return names
  }
  return { whole: () => now().whole, content: () => now().content, kind: () => now().kind }
}

import { Plus, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListOptions } from '../../data/client.ts'
import type { Input } from '../../data/document.ts'
import { labelOf } from '../../data/entities.ts'
import type { ModelPath } from '../../data/model/model-path.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useAccess } from '../../data/use-documents.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { PathInput } from '../../design/filter-bar/path-input.tsx'
import { Icon } from '../../design/icon.tsx'
import { SingleField } from '../../fields/field-row.tsx'
import { focusFirstField } from '../../fields/focus-field.ts'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './bulk-edit.module.css'
import { BulkPreview } from './bulk-preview.tsx'
import { type PathChange, changeablePaths, dataOf } from './bulk-paths.ts'
import { type Choice, countOf } from './choice.ts'
import { useBulkPreview } from './use-bulk-preview.ts'
import { useListPaths } from './use-model.ts'

interface BulkEditProps {
  readonly entity: EntitySchema
  readonly scope: ListOptions
  readonly choice: Choice
  readonly locale: string | undefined
  readonly onClose: () => void
  readonly onApply: (choice: Choice, data: Input) => void
}

/** Sets fields of all selected documents to one value each, after a preview. */
export function BulkEdit({ entity, scope, choice, locale, onClose, onApply }: BulkEditProps) {
  const said = useWords(listWords)
  const { cancel, apply } = useWords(sharedWords)
  const access = useAccess(entity.slug)
  const { paths: all } = useListPaths(entity)
  const paths = changeablePaths(all, (path) => access.data?.fields[path]?.update !== false)
  const [changes, setChanges] = useState<readonly PathChange[]>(paths.slice(0, 1).map(({ path }) => [path, null]))
  /** The field that the user has just chosen; its value takes the focus. */
  const [chosen, setChosen] = useState<string>()
  const [isPreviewed, setPreviewed] = useState(false)
  const preview = useBulkPreview({ entity, scope, choice, locale, changes }, isPreviewed)
  const taken = changes.map(([path]) => path)
  const left = paths.find(({ path }) => !taken.includes(path))
  const changed = preview?.changed
  return (
    <Dialog
      open
      onClose={onClose}
      kind={isPreviewed ? 'wide' : 'dialog'}
      title={said.editTitle({ count: countOf(choice) })}
      actions={
        isPreviewed ? (
          <>
            <Button onClick={() => setPreviewed(false)}>{said.editBack}</Button>
            <Button
              kind="primary"
              disabled={changed === undefined || countOf(changed) === 0}
              onClick={() => changed && onApply(changed, dataOf(changes))}
            >
              {apply}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button kind="primary" disabled={changes.length === 0} onClick={() => setPreviewed(true)}>
              {said.editPreview}
            </Button>
          </>
        )
      }
    >
      {isPreviewed ? (
        <BulkPreview entity={entity} paths={paths} preview={preview} changes={changes} />
      ) : (
        <div className={styles.form}>
          {changes.map(([path, value], index) => (
            <ChangedField
              key={path}
              entity={entity}
              path={path}
              paths={paths}
              taken={taken}
              value={value}
              locale={locale}
              isChosen={path === chosen}
              onChoose={(next) => {
                setChosen(next)
                setChanges(changes.with(index, [next, null]))
              }}
              onChange={(next) => setChanges(changes.with(index, [path, next]))}
              onRemove={changes.length > 1 ? () => setChanges(changes.toSpliced(index, 1)) : undefined}
            />
          ))}
          {left && (
            <div>
              <Button small onClick={() => setChanges([...changes, [left.path, null]])}>
                <Icon of={Plus} size={14} />
                {said.editAdd}
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

interface ChangedFieldProps {
  readonly entity: EntitySchema
  readonly path: string
  readonly paths: readonly ModelPath[]
  readonly taken: readonly string[]
  readonly value: unknown
  readonly locale: string | undefined
  readonly isChosen: boolean
  readonly onChoose: (path: string) => void
  readonly onChange: (value: unknown) => void
  readonly onRemove: (() => void) | undefined
}

function ChangedField(props: ChangedFieldProps) {
  const { entity, path, paths, taken, value, locale, isChosen, onChoose, onChange, onRemove } = props
  const said = useWords(listWords)
  const first = useMemo(() => paths.map((one) => ({ path: one.path, labels: one.labels })), [paths])
  const field = paths.find((one) => one.path === path)?.field
  const written = useRef<HTMLDivElement>(null)
  useEffect(() => (isChosen && written.current ? focusFirstField(written.current) : undefined), [isChosen])
  if (!field) return null
  return (
    <div className={styles.change}>
      <div className={styles.choice}>
        <PathInput
          label={said.editField}
          value={path}
          shown={labelOf(field)}
          paths={NO_PATHS}
          suits={never}
          first={first}
          without={taken}
          onChange={onChoose}
        />
        {onRemove && (
          <IconButton label={said.editRemove({ field: labelOf(field) })} onClick={onRemove}>
            <Icon of={X} size={14} />
          </IconButton>
        )}
      </div>
      <div ref={written}>
        <SingleField field={field} entity={entity} value={value} onChange={onChange} locale={locale} />
      </div>
    </div>
  )
}

const NO_PATHS: readonly ModelPath[] = []
const never = () => false

import { useId, useState } from 'react'
import { fieldAt, labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import type { FormContext } from '../../fields/contract.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { documentWords } from '../../words/document.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './conflict-dialog.module.css'
import type { Conflict } from './editing-state.ts'
import type { DocumentForm } from './use-document-form.ts'

interface ConflictDialogProps {
  readonly entity: EntitySchema
  readonly form: DocumentForm
  readonly context: FormContext
  readonly conflict: Conflict
  readonly title: string
  readonly isOwn: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

type ConflictChoice = 'mine' | 'theirs'

/** Both have changed the same fields: shows both versions, and nothing is overwritten unseen. */
export function ConflictDialog({
  entity,
  form,
  context,
  conflict,
  title,
  isOwn,
  isOpen,
  onClose,
}: ConflictDialogProps) {
  const said = useWords(documentWords)
  const { cancel } = useWords(sharedWords)
  const [choices, setChoices] = useState<Readonly<Record<string, ConflictChoice>>>({})
  const choiceOf = (name: string): ConflictChoice => choices[name] ?? 'mine'

  function settle(): void {
    const kept = Object.entries(form.edits).filter(
      ([name]) => !conflict.names.includes(name) || choiceOf(name) === 'mine',
    )
    void form.settle(Object.fromEntries(kept))
  }

  return (
    <Dialog
      kind="wide"
      open={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" onClick={settle}>
            {said.conflictDone}
          </Button>
        </>
      }
    >
      <p>{said.conflictText}</p>
      {conflict.names.map((name) => {
        const field = fieldAt(entity.fields, name)
        if (!field) return null
        const side = (choice: ConflictChoice, value: unknown) => (
          <Side
            label={choice === 'mine' ? (isOwn ? said.thisTab : said.mine) : isOwn ? said.otherTab : said.theirs}
            name={name}
            field={field}
            value={value}
            context={context}
            isChosen={choiceOf(name) === choice}
            onChoose={() => setChoices({ ...choices, [name]: choice })}
          />
        )
        return (
          <fieldset key={name} className={styles.field}>
            <legend className={styles.name}>{labelOf(field)}</legend>
            <div className={styles.sides}>
              {side('theirs', conflict.theirs[name])}
              {side('mine', form.edits[name])}
            </div>
          </fieldset>
        )
      })}
    </Dialog>
  )
}

interface SideProps {
  readonly label: string
  readonly name: string
  readonly field: FieldSchema
  readonly value: unknown
  readonly context: FormContext
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Side({ label, name, field, value, context, isChosen, onChoose }: SideProps) {
  const id = useId()
  const { Input } = fieldTypeOf(field)
  return (
    <div className={styles.side}>
      <label className={styles.head} htmlFor={id} id={`${id}-label`}>
        <input type="radio" id={id} name={`conflict-${name}`} checked={isChosen} onChange={onChoose} />
        {label}
      </label>
      <div className={styles.value}>
        <Input
          field={field}
          value={value}
          onChange={() => undefined}
          path={`${name}@${label}`}
          isReadOnly
          described={{
            id: `${id}-value`,
            'aria-invalid': false,
            'aria-describedby': undefined,
            'aria-labelledby': `${id}-label`,
          }}
          form={{ ...context, isReadOnly: true }}
        />
      </div>
    </div>
  )
}

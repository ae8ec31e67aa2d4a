import { type KeyboardEvent, useId } from 'react'
import { labelOf } from '../../data/entities.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { BesideField, TranslationState } from '../../fields/beside-field.tsx'
import type { FormContext } from '../../fields/contract.ts'
import labels from '../../fields/field-list.module.css'
import { isRequired } from '../../fields/required-fields.ts'
import { useSelected } from '../../fields/use-model.ts'
import { useTypedIssue } from '../../fields/use-typed-issue.ts'
import { textIn } from '../../words/direction.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './title-input.module.css'
import type { DocumentForm } from './use-document-form.ts'

interface TitleInputProps {
  readonly field: FieldSchema
  readonly form: DocumentForm
  readonly context: FormContext
  readonly isNew: boolean
}

/** The title of the document: large, without a box. It wraps, but has no line breaks. */
export function TitleInput({ field, form, context, isNew }: TitleInputProps) {
  const id = useId()
  const { required, untitled } = useWords(sharedWords)
  const value = useSelected(form.model, () => form.values[field.name])
  const isChanged = useSelected(form.model, () => context.isChanged(field.name))
  const { issue, onTyped, onLeft } = useTypedIssue(field, value, context.issue(field.name))
  const other = field.localized ? context.otherLocale?.(field.name) : undefined
  const untranslated = other?.state === 'missing' && typeof other.value === 'string' ? other.value : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault()
  }
  const news = context.changedBy?.(field.name)
  const isReadOnly = context.isReadOnly || !context.mayChange(field.path)
  const text = typeof value === 'string' ? value : ''
  const input = isReadOnly ? (
    <div className={styles.title} {...textIn(field.localized ? context.locale : undefined)} data-readonly>
      {text || '–'}
    </div>
  ) : (
    <textarea
      className={styles.title}
      rows={1}
      {...textIn(field.localized ? context.locale : undefined)}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new document begins with its name
      autoFocus={isNew}
      id={id}
      aria-labelledby={`${id}-name`}
      aria-required={isRequired(field)}
      aria-invalid={issue !== undefined}
      aria-describedby={issue === undefined ? undefined : `${id}-note`}
      placeholder={untranslated ?? field.admin?.placeholder ?? untitled}
      value={text}
      onKeyDown={onKeyDown}
      onBlur={onLeft}
      onChange={(event) => {
        const typed = event.target.value.replace(/\s*\n\s*/g, ' ')
        onTyped()
        form.setValue(field.name, typed === '' ? null : typed)
      }}
    />
  )
  const label = (
    <>
      <span id={`${id}-name`}>{labelOf(field)}</span>
      {field.localized && context.locale !== undefined && (
        <span className={labels.locale}>{context.locale.toUpperCase()}</span>
      )}
      {isRequired(field) && !isReadOnly && <span className={labels.required}>{required}</span>}
    </>
  )
  return (
    <div className={styles.wrap} data-field={field.name} data-changed={isChanged || undefined}>
      {isReadOnly ? (
        <div className={labels.label}>{label}</div>
      ) : (
        <label className={labels.label} htmlFor={id}>
          {label}
        </label>
      )}
      {other === undefined ? (
        input
      ) : (
        <>
          <TranslationState state={other.state} />
          <BesideField
            beside={other}
            input={input}
            onCopy={isReadOnly ? undefined : () => form.setValue(field.name, other.value)}
          >
            <div className={styles.other}>{typeof other.value === 'string' ? other.value : ''}</div>
          </BesideField>
        </>
      )}
      {news !== undefined && (
        <div className={styles.news} role="status">
          {news}
        </div>
      )}
      {issue !== undefined && (
        <div id={`${id}-note`} className={styles.issue}>
          {issue}
        </div>
      )}
    </div>
  )
}

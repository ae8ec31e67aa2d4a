import { memo, useId } from 'react'
import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { sharedWords } from '../words/shared.ts'
import { textIn } from '../words/direction.ts'
import { useWords } from '../words/use-words.ts'
import { BesideField, TranslationState } from './beside-field.tsx'
import type { FormContext } from './contract.ts'
import styles from './field-list.module.css'
import { isRequired } from './required-fields.ts'
import { knownType } from './known-types.ts'
import { isNothing, isToldAsText, ReadValue } from './read-value.tsx'
import { useTypedIssue } from './use-typed-issue.ts'

interface FieldContentProps {
  readonly field: FieldSchema
  readonly value: unknown
  readonly path: string
  readonly onChange: (value: unknown) => void
  readonly form: FormContext
  /** The value of another field, as it is now. */
  readonly valueAt: FormContext['value']
  /** The form, where the field looks at more of it than its own place. */
  readonly around: FormContext | undefined
}

const WIDTHS = { full: '', half: styles.half, third: styles.third }

/**
 * A field as it is seen: its label, its input, and what is to be said about it. Rendered again only for something that
 * it shows.
 */
export const FieldContent = memo(Content, isSameField)

function Content({ field, value, path, onChange, form: given, valueAt }: FieldContentProps) {
  const form = { ...given, value: valueAt }
  const { required } = useWords(sharedWords)
  const id = useId()
  const { Input, ownLabel } = knownType(field)
  const { issue, onTyped, onLeft } = useTypedIssue(field, value, form.issue(path))
  const isReadOnly = form.isReadOnly || field.readOnly || field.admin?.readOnly === true || !form.mayChange(field.path)
  const note = issue ?? field.description
  const described = {
    id,
    'aria-invalid': issue !== undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  }
  const news = form.changedBy?.(path)
  const beside = field.localized ? form.beside?.(path) : undefined
  const isTold = isReadOnly && (isToldAsText(field) || isNothing(field, value))
  const shown = isTold ? (
    <ReadValue field={field} value={value} id={id} labelledBy={`${id}-label`} />
  ) : (
    <Input
      field={beside?.state === 'missing' ? untranslated(field, beside.value) : field}
      value={value}
      onChange={(next) => {
        onTyped()
        onChange(next)
      }}
      path={path}
      isReadOnly={isReadOnly}
      described={described}
      form={form}
    />
  )
  const isText = field.localized && field.structure === 'value' && form.locale !== undefined
  const input = isText ? (
    <div className={styles.text} {...textIn(form.locale)}>
      {shown}
    </div>
  ) : (
    shown
  )
  const label = (
    <>
      {labelOf(field)}
      {field.localized && form.locale !== undefined && (
        <span className={styles.locale}>{form.locale.toUpperCase()}</span>
      )}
      {isRequired(field) && !isReadOnly && <span className={styles.required}>{required}</span>}
      {beside && <TranslationState state={beside.state} />}
    </>
  )
  return (
    <div
      className={`${styles.row} ${WIDTHS[field.admin?.width ?? 'full']}`}
      data-field={path}
      data-readonly={isReadOnly || undefined}
      data-changed={form.isChanged(path) || undefined}
      onBlur={onLeft}
    >
      {isTold ? (
        <div className={styles.label} id={`${id}-label`}>
          {label}
        </div>
      ) : (
        !ownLabel && (
          <label className={styles.label} htmlFor={id} id={`${id}-label`}>
            {label}
          </label>
        )
      )}
      {news !== undefined && (
        <span className={styles.news} role="status">
          {news}
        </span>
      )}
      {path === field.name && form.actionsOf && (
        <span className={styles.actions} data-field-actions>
          {form.actionsOf(field)}
        </span>
      )}
      {beside === undefined ? (
        input
      ) : (
        <BesideField beside={beside} input={input} onCopy={isReadOnly ? undefined : () => onChange(beside.value)}>
          {isToldAsText(field) ? (
            <ReadValue field={field} value={beside.value} id={`${id}-beside`} labelledBy={`${id}-label`} />
          ) : (
            <Input
              field={field}
              value={beside.value}
              onChange={nothing}
              path={`${path}@${beside.locale}`}
              isReadOnly
              described={{ ...described, id: `${id}-beside`, 'aria-invalid': false, 'aria-labelledby': `${id}-label` }}
              form={form}
            />
          )}
        </BesideField>
      )}
      {note && (
        <div id={`${id}-note`} className={issue === undefined ? styles.note : styles.issue}>
          {note}
        </div>
      )}
    </div>
  )
}

/** What is not translated yet stands in grey where it belongs. */
function untranslated(field: FieldSchema, source: unknown): FieldSchema {
  return typeof source === 'string' ? { ...field, admin: { ...field.admin, placeholder: source } } : field
}

function nothing(): void {
  // Shown to compare with, never changed here.
}

function isSameField(one: FieldContentProps, other: FieldContentProps): boolean {
  const { field, path } = other
  return (
    one.field === field &&
    one.path === path &&
    one.value === other.value &&
    one.onChange === other.onChange &&
    one.around === other.around &&
    isSameForm(one.form, other.form, field, path)
  )
}

/** Whether two states of a form say the same of one field and of everything inside of it. */
function isSameForm(one: FormContext, other: FormContext, { structure, path: at }: FieldSchema, path: string): boolean {
  if (one === other) return true
  const holdsFields = structure !== 'value' && structure !== 'computed'
  return (
    one.entity === other.entity &&
    one.id === other.id &&
    one.locale === other.locale &&
    one.isReadOnly === other.isReadOnly &&
    (holdsFields ? one.mayChange === other.mayChange : one.mayChange(at) === other.mayChange(at)) &&
    (holdsFields ? one.issue === other.issue : one.issue(path) === other.issue(path)) &&
    one.isChanged(path) === other.isChanged(path) &&
    one.changedBy?.(path) === other.changedBy?.(path) &&
    one.actionsOf === other.actionsOf &&
    // What is shown beside depends on what is typed: it says what is missing.
    one.beside === undefined &&
    other.beside === undefined
  )
}

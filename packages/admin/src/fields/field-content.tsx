import { useId } from 'react'
import { labelOf } from '../data/entities.ts'
import type { FieldSchema } from '../data/schema.ts'
import { sharedWords } from '../words/shared.ts'
import { textIn } from '../words/direction.ts'
import { useWords } from '../words/use-words.ts'
import { BesideField, TranslationState } from './beside-field.tsx'
import type { BesideValue, FormContext } from './contract.ts'
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
  readonly isChanged: boolean
  readonly beside: BesideValue | undefined
}

const WIDTHS = { full: '', half: styles.half, third: styles.third }

export function FieldContent({ field, value, path, onChange, form, isChanged, beside }: FieldContentProps) {
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
      data-changed={isChanged || undefined}
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

/** Shows the source in grey for a missing translation. */
function untranslated(field: FieldSchema, source: unknown): FieldSchema {
  return typeof source === 'string' ? { ...field, admin: { ...field.admin, placeholder: source } } : field
}

function nothing(): void {
  // Only for comparison, never edited here.
}

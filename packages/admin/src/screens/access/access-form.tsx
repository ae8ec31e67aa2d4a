import { type SyntheticEvent, type ReactNode, useState } from 'react'
import type { QuireError } from '@quirecms/sdk'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { issueWords, plainIssueInWords } from '../../data/issue-words.ts'
import { Button } from '../../design/button.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './access-page.module.css'
import { useOnce } from '../../data/use-once.ts'

export interface AccessField {
  readonly name: string
  readonly label: string
  readonly type?: string
  readonly autoComplete: string
  readonly hint?: string
  readonly optional?: boolean
}

/** A suggestion after an error. */
interface Remedy {
  readonly label: string
  readonly run: () => Promise<void>
}

interface AccessFormProps {
  readonly fields: readonly AccessField[]
  readonly action: string
  readonly submit: (values: Readonly<Record<string, string>>) => Promise<unknown>
  readonly children?: ReactNode
  /** What else to offer after a refusal, such as another mail. */
  readonly afterRefusal?: (error: QuireError, values: Readonly<Record<string, string>>) => readonly Remedy[]
}

/** A form with a few fields and one button. Errors are shown at their field. */
export function AccessForm({ fields, action, submit, children, afterRefusal }: AccessFormProps) {
  const said = useWords(errorWords)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const sending = useOnce({ mutationFn: submit })
  const { error } = sending
  const issueTexts = useWords(issueWords)
  const issueAt = (name: string) => {
    const found = (isApiError(error) ? error.issues : []).find(({ path }) => path === name || path === `data.${name}`)
    return found && plainIssueInWords(found.message, issueTexts)
  }
  const hasIssues = fields.some(({ name }) => issueAt(name) !== undefined)

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    sending.mutate(values)
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {error && !hasIssues && (
        <div className={styles.refusal} role="alert">
          {explain(error, said)}
          {isApiError(error) &&
            afterRefusal?.(error, values).map(({ label, run }) => (
              <Button key={label} small onClick={() => void run()}>
                {label}
              </Button>
            ))}
        </div>
      )}
      {fields.map((field, index) => (
        <Labelled key={field.name} label={field.label} hint={field.hint} error={issueAt(field.name)}>
          {(described) => (
            <Input
              {...described}
              name={field.name}
              type={field.type ?? 'text'}
              autoComplete={field.autoComplete}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else on the page
              autoFocus={index === 0}
              required={field.optional !== true}
              value={values[field.name] ?? ''}
              onChange={(event) => setValues({ ...values, [field.name]: event.target.value })}
            />
          )}
        </Labelled>
      ))}
      <Button kind="primary" type="submit" disabled={sending.isPending}>
        {action}
      </Button>
      {children}
    </form>
  )
}

import { type SyntheticEvent, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useChangeMe } from '../../data/use-account.ts'
import { useAccess } from '../../data/use-documents.ts'
import { useSession } from '../../data/use-session.ts'
import { useIssueAt } from '../../fields/use-issue-at.ts'
import { Button } from '../../design/button.tsx'
import { toast } from '../../design/toasts.tsx'
import { SingleField } from '../../fields/field-row.tsx'
import { profileWords } from '../../words/profile.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './profile.module.css'

/** The application's own fields of users. Read-only ones, such as roles, are shown. */
export function OwnFields({ entity }: { readonly entity: EntitySchema }) {
  const said = useWords(profileWords)
  const errors = useWords(errorWords)
  const { save } = useWords(sharedWords)
  const { user } = useSession()
  const access = useAccess(entity.slug, user.id)
  const [changes, setChanges] = useState<Readonly<Record<string, unknown>>>({})
  const saving = useChangeMe()
  const { error } = saving
  const issues = isApiError(error) ? error.issues : []
  const fields = entity.fields.filter(
    ({ structure, path, admin }) =>
      structure === 'value' && admin?.hidden !== true && access.data?.fields[path]?.read !== false,
  )
  const issueAt = useIssueAt(error)

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    // Awaited, not a callback: a changed name remounts this form.
    saving.mutateAsync(changes).then(
      () => toast(said.saved),
      () => undefined,
    )
  }

  if (!access.data) return null
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {error && issues.length === 0 && (
        <p className={styles.refusal} role="alert">
          {explain(error, errors)}
        </p>
      )}
      {fields.map((field) => (
        <SingleField
          key={field.name}
          field={field}
          entity={entity}
          value={field.name in changes ? changes[field.name] : user[field.name]}
          issue={issueAt(field.name)}
          isReadOnly={field.readOnly || access.data.fields[field.path]?.update !== true}
          onChange={(value) => setChanges({ ...changes, [field.name]: value })}
        />
      ))}
      <Button kind="primary" type="submit" disabled={saving.isPending || Object.keys(changes).length === 0}>
        {save}
      </Button>
    </form>
  )
}

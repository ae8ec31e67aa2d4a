import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useAccess } from '../../data/use-documents.ts'
import { useInvite } from '../../data/use-invitations.ts'
import { useIssueAt } from '../../fields/use-issue-at.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { toast } from '../../design/toasts.tsx'
import { SingleField } from '../../fields/field-row.tsx'
import { useWords } from '../../words/use-words.ts'
import styles from './invitations.module.css'
import { invitationsWords } from './words.ts'

/** Asks for the address and all other fields that the actor may write. */
export function InviteDialog({ entity, onClose }: { readonly entity: EntitySchema; readonly onClose: () => void }) {
  const said = useWords(invitationsWords)
  const errors = useWords(errorWords)
  const access = useAccess(entity.slug)
  const inviting = useInvite(entity.slug)
  const [data, setData] = useState<Readonly<Record<string, unknown>>>(() => presetsOf(entity))
  const { error } = inviting
  const issues = isApiError(error) ? error.issues : []
  const issueOf = useIssueAt(error)
  const issueAt = (name: string) => issueOf(`data.${name}`)
  const fields = entity.fields.filter(
    ({ structure, readOnly, path, admin }) =>
      structure === 'value' && !readOnly && admin?.hidden !== true && access.data?.fields[path]?.create !== false,
  )

  const submit = () =>
    inviting.mutate(data, {
      onSuccess: (doc) => {
        toast(said.sent({ email: doc['email'] as string }))
        onClose()
      },
    })
  return (
    <FormDialog
      title={said.inviteTitle}
      action={said.send}
      isDisabled={inviting.isPending}
      refusal={error && issues.length === 0 && explain(error, errors)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{said.inviteText}</p>
      {access.data &&
        fields.map((field) => (
          <SingleField
            key={field.name}
            field={field}
            entity={entity}
            value={data[field.name]}
            issue={issueAt(field.name)}
            onChange={(value) => setData({ ...data, [field.name]: value })}
          />
        ))}
      <Link {...addresses.create(entity.slug)} className={styles.instead}>
        {said.withPassword}
      </Link>
    </FormDialog>
  )
}

function presetsOf(entity: EntitySchema): Record<string, unknown> {
  return Object.fromEntries(
    entity.fields.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [[name, preset]])),
  )
}

import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useId, useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useAccess } from '../../data/use-documents.ts'
import { useInvite } from '../../data/use-invitations.ts'
import { useIssueAt } from '../../fields/use-issue-at.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { toast } from '../../design/toasts.tsx'
import { SingleField } from '../../fields/single-field.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './invitations.module.css'
import { invitationsWords } from './words.ts'

/** Asks for the address, and for whatever else of a new user the rights of whoever invites allow. */
export function InviteDialog({ entity, onClose }: { readonly entity: EntitySchema; readonly onClose: () => void }) {
  const said = useWords(invitationsWords)
  const errors = useWords(errorWords)
  const { cancel } = useWords(sharedWords)
  const access = useAccess(entity.slug)
  const inviting = useInvite(entity.slug)
  const [data, setData] = useState<Readonly<Record<string, unknown>>>(() => presetsOf(entity))
  const form = useId()
  const { error } = inviting
  const issues = isApiError(error) ? error.issues : []
  const issueOf = useIssueAt(error)
  const issueAt = (name: string) => issueOf(`data.${name}`)
  const fields = entity.fields.filter(
    ({ structure, readOnly, path, admin }) =>
      structure === 'value' && !readOnly && admin?.hidden !== true && access.data?.fields[path]?.create !== false,
  )

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    inviting.mutate(data, {
      onSuccess: (doc) => {
        toast(said.sent({ email: doc['email'] as string }))
        onClose()
      },
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={said.inviteTitle}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={inviting.isPending}>
            {said.send}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit}>
        <p>{said.inviteText}</p>
        {error && issues.length === 0 && (
          <p className={styles.refusal} role="alert">
            {explain(error, errors)}
          </p>
        )}
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
      </form>
    </Dialog>
  )
}

function presetsOf(entity: EntitySchema): Record<string, unknown> {
  return Object.fromEntries(
    entity.fields.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [[name, preset]])),
  )
}

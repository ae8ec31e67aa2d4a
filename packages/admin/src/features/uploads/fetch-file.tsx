import { type SyntheticEvent, useId, useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { useIssueAt } from '../../fields/use-issue-at.ts'
import { useFetchFile } from './use-files.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input, Labelled } from '../../design/input.tsx'
import { toast } from '../../design/toasts.tsx'
import styles from '../../fields/files.module.css'
import { requiredFields } from '../../fields/required-fields.ts'
import { SingleField } from '../../fields/field-row.tsx'
import { mediaWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'

export function FetchFile({ entity, onClose }: { readonly entity: EntitySchema; readonly onClose: () => void }) {
  const said = useWords(mediaWords)
  const errors = useWords(errorWords)
  const { cancel, loading } = useWords(sharedWords)
  const [url, setUrl] = useState('https://')
  const [data, setData] = useState<Readonly<Record<string, unknown>>>({})
  const fetching = useFetchFile(entity.slug)
  const form = useId()
  const { error } = fetching
  const issueOf = useIssueAt(error)
  const issueAt = (name: string) => issueOf(name, `data.${name}`)
  const fileIssue = issueAt('url') ?? issueAt('file')

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    fetching.mutate(
      { url, data },
      {
        onSuccess: (doc) => {
          toast(said.fetched({ name: doc['filename'] as string }))
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={said.fromAddress.replace(/\s?…$/, '')}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} disabled={fetching.isPending}>
            {fetching.isPending ? loading : said.fetch}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.fields} onSubmit={onSubmit}>
        <Labelled
          label={said.address}
          hint={said.addressHint}
          error={
            fileIssue ??
            (error && isApiError(error) && error.issues.length > 0
              ? undefined
              : error
                ? explain(error, errors)
                : undefined)
          }
        >
          {(described) => (
            <Input {...described} type="url" required value={url} onChange={(event) => setUrl(event.target.value)} />
          )}
        </Labelled>
        {requiredFields(entity).map((field) => (
          <SingleField
            key={field.name}
            field={field}
            entity={entity}
            value={data[field.name]}
            issue={issueAt(field.name)}
            onChange={(value) => setData({ ...data, [field.name]: value })}
          />
        ))}
      </form>
    </Dialog>
  )
}

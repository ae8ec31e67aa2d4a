import { Link, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { can, labelOf, singularOf, titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { may, useAccess } from '../../data/use-documents.ts'
import { useCreateUser } from '../../data/use-users.ts'
import { useIssueAt } from '../../fields/use-issue-at.ts'
import { Button, CopyButton } from '../../design/button.tsx'
import { Input, Labelled, Select } from '../../design/input.tsx'
import { NoticePage } from '../../design/notice.tsx'
import { Page, PageTitle } from '../../design/page.tsx'
import { PageBar } from '../../design/page-bar.tsx'
import { toast } from '../../design/toasts.tsx'
import { SingleField } from '../../fields/field-row.tsx'
import { useWords } from '../../words/use-words.ts'
import { userWords } from '../../words/profile.ts'
import styles from './users.module.css'

/** Without letters and digits that look alike. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const LENGTH = 5

/** Four groups of five characters: 100 bits, readable on the phone. */
function proposePassword(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(GROUPS * LENGTH))
  // 256 is a multiple of 32, so the characters are uniformly distributed.
  const text = [...numbers].map((number) => SIGNS[number % SIGNS.length]).join('')
  return Array.from({ length: GROUPS }, (_, at) => text.slice(at * LENGTH, (at + 1) * LENGTH)).join('-')
}

/** Creates a user with a password, which is not a field of the document. */
export function NewUser({ entity }: { readonly entity: EntitySchema }) {
  const said = useWords(userWords)
  const errors = useWords(errorWords)
  const navigate = useNavigate()
  const access = useAccess(entity.slug)
  const creating = useCreateUser(entity.slug)
  const [data, setData] = useState<Readonly<Record<string, unknown>>>(() => presetsOf(entity))
  const [password, setPassword] = useState('')
  const [kind, setKind] = useState<'person' | 'service'>('person')
  const hasKinds = can(entity, 'createUserApiKey') && access.data !== undefined && may(access.data, 'manageKeys')
  const isService = hasKinds && kind === 'service'
  const hasPassword = can(entity, 'login') && !isService
  const { error } = creating
  const issues = isApiError(error) ? error.issues : []
  const issueOf = useIssueAt(error)
  const issueAt = (name: string) => issueOf(name, `data.${name}`)
  const fields = entity.fields.filter(
    ({ structure, readOnly, path, admin }) =>
      structure === 'value' &&
      !readOnly &&
      admin?.hidden !== true &&
      access.data?.fields[path]?.create !== false &&
      !(isService && path === 'email'),
  )
  const title = said.new({ what: singularOf(entity) })

  function onSubmit(event: SyntheticEvent): void {
    event.preventDefault()
    const { email: _, ...withoutAddress } = data
    const person = hasPassword ? { data, password } : { data }
    creating.mutate(isService ? { data: withoutAddress, kind: 'service' } : person, {
      onSuccess: (doc) => {
        const name = titleOf(entity, doc) || ((doc['email'] as string | null) ?? doc.id)
        toast(isService ? said.serviceCreated({ name }) : said.created({ name }))
        void navigate(addresses.document(entity.slug, doc.id))
      },
    })
  }

  if (access.data && !may(access.data, 'create'))
    return <NoticePage title={errors.refused}>{errors.forbidden}</NoticePage>
  return (
    <>
      <PageBar
        trail={
          <>
            <Link {...addresses.list(entity.slug)}>{labelOf(entity)}</Link>
            <span aria-hidden="true">/</span>
            <span aria-current="page">{title}</span>
          </>
        }
      />
      <Page>
        <PageTitle>{title}</PageTitle>
        <form className={styles.form} onSubmit={onSubmit}>
          {error && issues.length === 0 && (
            <p className={styles.refusal} role="alert">
              {explain(error, errors)}
            </p>
          )}
          {hasKinds && (
            <Labelled label={said.kind} hint={isService ? said.serviceHint : undefined}>
              {(described) => (
                <Select<'person' | 'service'>
                  {...described}
                  value={kind}
                  options={[
                    { value: 'person', label: said.person },
                    { value: 'service', label: said.service },
                  ]}
                  onChange={setKind}
                />
              )}
            </Labelled>
          )}
          {fields.map((field) => (
            <SingleField
              key={field.name}
              field={field}
              entity={entity}
              value={data[field.name]}
              issue={issueAt(field.name)}
              onChange={(value) => setData({ ...data, [field.name]: value })}
            />
          ))}
          {hasPassword && (
            <Labelled label={said.password} hint={said.passwordHint} error={issueAt('password')}>
              {(described) => (
                <div className={styles.password}>
                  <Input
                    {...described}
                    autoComplete="off"
                    spellCheck={false}
                    required
                    value={password}
                    onChange={(event) => setPassword(event.target.value)}
                  />
                  {password === '' ? (
                    <Button kind="outline" onClick={() => setPassword(proposePassword())}>
                      {said.propose}
                    </Button>
                  ) : (
                    <CopyButton text={password} />
                  )}
                </div>
              )}
            </Labelled>
          )}
          <Button kind="primary" type="submit" disabled={creating.isPending}>
            {said.create}
          </Button>
        </form>
      </Page>
    </>
  )
}

function presetsOf(entity: EntitySchema): Record<string, unknown> {
  return Object.fromEntries(
    entity.fields.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [[name, preset]])),
  )
}

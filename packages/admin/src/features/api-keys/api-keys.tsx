import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useApiKeys, useDeleteApiKey } from '../../data/use-account.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { apiKeysWords } from './words.ts'
import { NewApiKey } from './new-api-key.tsx'

export function ApiKeys() {
  const said = useWords(apiKeysWords)
  const errors = useWords(errorWords)
  const formats = useFormats()
  const apiKeys = useApiKeys()
  const deleting = useDeleteApiKey()
  const [isCreating, setCreating] = useState(false)
  const { asking, ask, stop } = useAsking<{ readonly id: string; readonly name: string }>()

  if (apiKeys.isPending) return <Loading />
  if (isApiError(apiKeys.error, 'not_found', 'forbidden')) {
    return <Notice title={said.keysOff}>{said.keysOffText}</Notice>
  }
  if (!apiKeys.data) return <Failure error={apiKeys.error} onRetry={() => void apiKeys.refetch()} />

  function validity(expiresAt: string | null): string {
    if (expiresAt === null) return ''
    return isOver(expiresAt) ? said.expired : said.until({ day: formats.day(expiresAt) })
  }

  const revoke = (id: string) =>
    deleting.mutate(id, {
      onSuccess: () => toast(said.revoked),
      onError: (error) => toastError(explain(error, errors)),
    })
  return (
    <Section
      title={said.apiKeys}
      about={said.keysAbout}
      actions={
        <Button small kind="outline" onClick={() => setCreating(true)}>
          <Icon of={Plus} size={14} />
          {said.newKey}
        </Button>
      }
    >
      {apiKeys.data.docs.length === 0 && <NoRows>{said.noKeys}</NoRows>}
      <Rows label={said.apiKeys}>
        {apiKeys.data.docs.map(({ id, name, prefix, lastUsedAt, expiresAt }) => (
          <Row
            key={id}
            start={<Icon of={KeyRound} />}
            name={name}
            note={<code>{prefix}…</code>}
            end={
              <>
                <span>
                  {[
                    lastUsedAt === null ? said.neverUsed : said.used({ when: formats.ago(lastUsedAt) }),
                    validity(expiresAt),
                  ]
                    .filter((part) => part !== '')
                    .join(', ')}
                </span>
                <Button small kind="outline" aria-label={said.revokeOne({ name })} onClick={() => ask({ id, name })}>
                  {said.revoke}
                </Button>
              </>
            }
          />
        ))}
      </Rows>
      {isCreating && <NewApiKey onClose={() => setCreating(false)} />}
      {asking && (
        <Confirm title={said.revoke} action={said.revoke} onConfirm={() => revoke(asking.id)} onClose={stop}>
          {said.askRevoke({ name: asking.name })}
        </Confirm>
      )}
    </Section>
  )
}

function isOver(moment: string): boolean {
  return new Date(moment).getTime() < Date.now()
}

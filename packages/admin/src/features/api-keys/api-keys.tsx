import { Plus } from 'lucide-react'
import { useState } from 'react'
import { isApiError } from '../../data/api-error.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Failure, Notice } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows } from '../../design/rows.tsx'
import { useWords } from '../../words/use-words.ts'
import { KeyList } from './key-list.tsx'
import { NewApiKey } from './new-api-key.tsx'
import { useKeys } from './use-keys.ts'
import { apiKeysWords } from './words.ts'

export function ApiKeys() {
  const said = useWords(apiKeysWords)
  const keys = useKeys(null)
  const [isCreating, setCreating] = useState(false)

  if (keys.isPending) return <Loading />
  if (isApiError(keys.error, 'not_found', 'forbidden')) {
    return <Notice title={said.keysOff}>{said.keysOffText}</Notice>
  }
  if (!keys.data) return <Failure error={keys.error} onRetry={() => void keys.refetch()} />
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
      {keys.data.length === 0 && <NoRows>{said.noKeys}</NoRows>}
      <KeyList owner={null} keys={keys.data} mayRotate />
      {isCreating && <NewApiKey owner={null} onClose={() => setCreating(false)} />}
    </Section>
  )
}

export function ApiKeysLabel() {
  return useWords(apiKeysWords).apiKeys
}

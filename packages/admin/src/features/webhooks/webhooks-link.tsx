import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import type { AppSlotContexts } from '../../screens/feature.ts'
import { useWords } from '../../words/use-words.ts'
import { webhooksName } from './name-words.ts'
import { useEndpoints } from './use-endpoints.ts'

/** Hidden from actors who may see no endpoint. */
export function WebhooksLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(webhooksName)
  const endpoints = useEndpoints()
  if (!endpoints?.length) return null
  return (
    <Link {...addresses.webhooks()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={Webhook} />
      <span className={nameClass}>{said.webhooks}</span>
    </Link>
  )
}

import { words } from '../../words/words.ts'

export const webhooksName = words('webhooksName', { webhooks: 'Webhooks' })

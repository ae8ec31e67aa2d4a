import { words } from '../../words/words.ts'

/** What is said before anybody comes to the screen. The rest is loaded with it. */
export const webhooksName = words('webhooksName', { webhooks: 'Webhooks' })

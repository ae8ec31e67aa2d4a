import { useWords } from '../../words/use-words.ts'
import { apiKeysWords } from './words.ts'

/** The name of the tab. */
export function ApiKeysLabel() {
  return useWords(apiKeysWords).apiKeys
}

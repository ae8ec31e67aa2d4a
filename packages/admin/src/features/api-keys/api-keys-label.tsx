import { useWords } from '../../words/use-words.ts'
import { apiKeysWords } from './words.ts'

export function ApiKeysLabel() {
  return useWords(apiKeysWords).apiKeys
}

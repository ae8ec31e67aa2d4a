import { useWords } from '../../words/use-words.ts'
import { providersWords } from './words.ts'

export function ProvidersLabel() {
  return useWords(providersWords).providers
}

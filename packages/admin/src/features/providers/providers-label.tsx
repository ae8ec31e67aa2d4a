import { useWords } from '../../words/use-words.ts'
import { providersWords } from './words.ts'

/** The name of the tab. */
export function ProvidersLabel() {
  return useWords(providersWords).providers
}

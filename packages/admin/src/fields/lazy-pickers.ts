import { lazily } from './lazily.tsx'

// What finds by typing is a fifth of a list's weight, and few lists begin with it.
export const ChoiceInput = lazily(async () => (await import('../design/choice-input.tsx')).ChoiceInput)
export const DocumentPicker = lazily(async () => (await import('./document-picker.tsx')).DocumentPicker)

import { lazily } from './lazily.tsx'

// The combobox is a fifth of a list's code, and few lists start with it.
export const ChoiceInput = lazily(async () => (await import('../design/choice-input.tsx')).ChoiceInput)
export const DocumentPicker = lazily(async () => (await import('./document-picker.tsx')).DocumentPicker)

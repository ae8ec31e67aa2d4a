import { lazily } from './lazily.tsx'

/** Several short values in an order. */
export const ManyTexts = lazily(async () => (await import('./many-texts-input.tsx')).ManyTextsInput)

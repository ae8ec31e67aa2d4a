import { lazily } from './lazily.tsx'
import type { ManyTextsProps } from './many-texts-input.tsx'

export const ManyTexts = lazily<ManyTextsProps>(async () => (await import('./many-texts-input.tsx')).ManyTextsInput)

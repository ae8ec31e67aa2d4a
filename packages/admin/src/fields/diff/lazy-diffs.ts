import type { DiffProps } from '../contract.ts'
import { lazily } from '../lazily.tsx'

/** Comparisons are loaded when the first one is shown. */
export const TextDiff = lazily<DiffProps>(async () => (await import('./text-diff.tsx')).TextDiff)
export const LinesDiff = lazily<DiffProps>(async () => (await import('./text-diff.tsx')).LinesDiff)
export const GroupDiff = lazily<DiffProps>(async () => (await import('./rows-diff.tsx')).GroupDiff)
export const RowsDiff = lazily<DiffProps>(async () => (await import('./rows-diff.tsx')).RowsDiff)
export const TargetsDiff = lazily<DiffProps>(async () => (await import('./targets-diff.tsx')).TargetsDiff)
export const RichTextDiff = lazily<DiffProps>(async () => (await import('./rich-text-diff.tsx')).RichTextDiff)

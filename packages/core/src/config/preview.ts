import type { ProblemList } from './problem-list.ts'
import { aDuration, type Duration } from './quantities.ts'

export interface PreviewConfig {
  /** How long a preview token is valid; `'15m'` by default. */
  readonly lifetime?: Duration
}

export function checkPreview(preview: unknown, place: string, problems: ProblemList): void {
  problems.members(preview, place, { lifetime: aDuration })
}

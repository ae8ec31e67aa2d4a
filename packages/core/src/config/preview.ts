import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'
import { aDuration, type Duration, parseDuration } from './quantities.ts'

export interface PreviewConfig {
  /** How long a preview token is valid; `'15m'` by default. */
  readonly lifetime?: Duration
}

const DEFAULT_LIFETIME: Duration = '15m'

export function previewLifetimeOf(preview: unknown): number {
  return parseDuration((isObject(preview) ? preview['lifetime'] : undefined) ?? DEFAULT_LIFETIME)
}

export function checkPreview(preview: unknown, place: string, problems: ProblemList): void {
  problems.members(preview, place, { lifetime: aDuration })
}

import type { Feature } from '../contracts/contribution.ts'
import { ConfigurationError } from '../config/configuration-error.ts'

/** Every feature has what it builds on: without that, it would fail in the middle of a call instead of at start. */
export function checkNeeds<Call>(features: readonly Feature<Call>[]): void {
  const names = new Set(features.map(({ name }) => name))
  const missing = features.flatMap(({ name, needs = [] }) =>
    needs
      .filter((needed) => !names.has(needed))
      .map((needed) => ({
        place: '',
        message: `The feature "${name}" needs the feature "${needed}". Add it, or leave out "${name}".`,
      })),
  )
  if (missing.length > 0) throw new ConfigurationError(missing)
}

import { type Seeded, seeded } from './seeded.ts'

export const SEEDED_RELEASES = 1000

/** A release without the summary that was added later. */
export interface Release {
  readonly title: string
  readonly notes: string
}

export function seededRelease(number: number): Seeded<Release> {
  return seeded(number, {
    title: `Release ${number}`,
    notes: `What has changed in release ${number}, said at some length. `.repeat(8),
  })
}

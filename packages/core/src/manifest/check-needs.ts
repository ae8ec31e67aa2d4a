import type { Feature } from '../contracts/contribution.ts'
import type { ProblemList } from '../config/problem-list.ts'

/** Every feature has what it builds on: without that, it would fail in the middle of a call instead of at start. */
export function checkNeeds<Call>(features: readonly Feature<Call>[], problems: ProblemList): void {
  const names = new Set(features.map(({ name }) => name))
  for (const { name, needs = [] } of features) {
    for (const needed of needs.filter((one) => !names.has(one)))
      problems.add('', `The feature "${name}" needs the feature "${needed}". Add it, or leave out "${name}".`)
  }
}

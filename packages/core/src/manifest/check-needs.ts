import type { Feature } from '../contracts/contribution.ts'
import type { ProblemList } from '../config/problem-list.ts'

/** Checks that each feature has the features that it depends on; a missing one would otherwise fail during a call. */
export function checkNeeds<Call>(features: readonly Feature<Call>[], problems: ProblemList): void {
  const names = new Set(features.map(({ name }) => name))
  for (const { name, needs = [] } of features) {
    for (const needed of needs.filter((one) => !names.has(one)))
      problems.add('', `The feature "${name}" needs the feature "${needed}". Add it, or leave out "${name}".`)
  }
}

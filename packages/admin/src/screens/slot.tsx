import { Suspense } from 'react'
import type { SlotContexts } from './feature.ts'
import { slotsAt } from './present-features.ts'

/** Whatever features show at this place. */
export function Slot<Name extends keyof SlotContexts>({
  name,
  context,
}: {
  readonly name: Name
  readonly context: SlotContexts[Name]
}) {
  return slotsAt(name, context).map(({ key, Component }) => (
    <Suspense key={key}>
      <Component {...context} />
    </Suspense>
  ))
}

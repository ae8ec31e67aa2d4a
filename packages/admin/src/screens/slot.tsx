import { type ReactNode, Suspense } from 'react'
import { UnlessMissing } from '../design/unless-missing.tsx'
import type { AppSlotContexts } from './feature.ts'
import { slotsAt } from './present-features.ts'

/** Renders the parts of features in a slot. */
export function Slot<Name extends keyof AppSlotContexts>({
  name,
  context,
  awaited,
}: {
  readonly name: Name
  readonly context: AppSlotContexts[Name]
  readonly awaited?: ReactNode
}) {
  return slotsAt(name, context).map(({ key, Component }) => (
    <UnlessMissing key={key} instead={awaited}>
      <Suspense fallback={awaited}>
        <Component {...context} />
      </Suspense>
    </UnlessMissing>
  ))
}

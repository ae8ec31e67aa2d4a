import { type ReactNode, Suspense } from 'react'
import { UnlessMissing } from '../design/unless-missing.tsx'
import type { AdminFeature, AppSlotContexts, FeatureParts, FeaturePlace, Removal } from './feature.ts'
import { hasTrash } from '../data/entities.ts'
import type { EntitySchema, Schema } from '../data/schema.ts'
import { appearance } from '../words/appearance.ts'
import { wantWords } from '../words/languages.ts'
import type { Extension, SlotEntry } from '../extensions/contract.ts'
import { extensionsIn } from '../extensions/registry.ts'

let offered: readonly AdminFeature[] = []
let present: readonly AdminFeature[] = []
/** The features that are there, and then the extensions of plugins and of the application. */
let everything: readonly (readonly [key: string, extension: Extension<AppSlotContexts>])[] = []

/** Names all features of the app, in the order of their parts in screens. */
export function offerFeatures(all: readonly AdminFeature[]): void {
  offered = all
}

/** Activates the enabled features, with their words. */
export async function settleFeatures(schema: Schema): Promise<void> {
  const found = offered.filter(({ isIn }) => isIn(schema))
  const { language } = appearance()
  await Promise.all(found.map(({ name }) => wantWords(name, language)))
  present = found
  everything = [...found.map((feature) => [feature.name, feature] as const), ...extensionsIn(schema)]
}

export function hasFeature(name: string): boolean {
  return present.some((feature) => feature.name === name)
}

/** All present features and extensions, for their cards and parts of the profile. */
export function presentExtensions(): readonly Extension<AppSlotContexts>[] {
  return everything.map(([, extension]) => extension)
}

/** The parts of features in a slot, in the order of the features. */
export function slotsAt<Name extends keyof AppSlotContexts>(
  name: Name,
  context: AppSlotContexts[Name],
): readonly (SlotEntry<AppSlotContexts[Name]> & { readonly key: string })[] {
  return everything.flatMap(([key, { slots }]) => {
    const entry: SlotEntry<AppSlotContexts[Name]> | undefined = slots?.[name]
    return entry && (entry.isFor?.(context) ?? true) ? [{ ...entry, key }] : []
  })
}

export function featurePlaces(...args: Parameters<NonNullable<FeatureParts['places']>>): readonly FeaturePlace[] {
  return present.flatMap(({ parts }) => parts?.places?.(...args) ?? [])
}

export function removalOf(entity: EntitySchema): Removal | undefined {
  if (!hasTrash(entity)) return undefined
  return present.map(({ parts }) => parts?.removal).find((removal) => removal !== undefined)
}

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

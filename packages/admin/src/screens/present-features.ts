import { hasTrash } from '../data/entities.ts'
import type { EntitySchema, Schema } from '../data/schema.ts'
import { appearance } from '../words/appearance.ts'
import { wantWords } from '../words/languages.ts'
import type { Extension, SlotEntry } from '../extensions/contract.ts'
import { extensionsIn } from '../extensions/registry.ts'
import type { AdminFeature, AppSlotContexts, FeatureParts, FeaturePlace, Removal } from './feature.ts'

let present: readonly AdminFeature[] = []
/** The features that are there, and then the extensions of plugins and of the application. */
let everything: readonly (readonly [key: string, extension: Extension<AppSlotContexts>])[] = []

/** Activates the enabled ones of these features, with their words. */
export async function settleFeatures(all: readonly AdminFeature[], schema: Schema): Promise<void> {
  const found = all.filter(({ isIn }) => isIn(schema))
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

import { hasTrash } from '../data/entities.ts'
import type { EntitySchema, Schema } from '../data/schema.ts'
import { appearance } from '../words/appearance.ts'
import { wantWords } from '../words/languages.ts'
import type { AdminFeature, FeatureParts, FeaturePlace, Removal, SlotContexts, SlotEntry } from './feature.ts'

let present: readonly AdminFeature[] = []

/** Activates the enabled ones of these features, with their words. */
export async function settleFeatures(all: readonly AdminFeature[], schema: Schema): Promise<void> {
  const found = all.filter(({ isIn }) => isIn(schema))
  const { language } = appearance()
  await Promise.all(found.map(({ name }) => wantWords(name, language)))
  present = found
}

export function hasFeature(name: string): boolean {
  return present.some((feature) => feature.name === name)
}

export function presentFeatures(): readonly AdminFeature[] {
  return present
}

/** The parts of features in a slot, in the order of the features. */
export function slotsAt<Name extends keyof SlotContexts>(
  name: Name,
  context: SlotContexts[Name],
): readonly (SlotEntry<SlotContexts[Name]> & { readonly key: string })[] {
  return present.flatMap(({ name: key, slots }) => {
    const entry: SlotEntry<SlotContexts[Name]> | undefined = slots?.[name]
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

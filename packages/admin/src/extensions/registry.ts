import { addFieldType } from '../fields/known-types.ts'
import type { Extension, HomeCard, MenuEntry, View } from './contract.ts'

const extensions: Extension[] = []

/**
 * Registers in the order of the configuration, after the app's own. A later field type replaces one of the same name.
 */
export function addExtension(extension: Extension): void {
  extensions.push(extension)
  for (const type of extension.fields ?? []) addFieldType(type)
}

export function homeCards(): HomeCard[] {
  return extensions.flatMap(({ cards = [] }) => cards)
}

export function viewOf(key: string): View | undefined {
  return extensions.flatMap(({ views = [] }) => views).find((view) => view.key === key)
}

export function menuEntries(): MenuEntry[] {
  return extensions.flatMap(({ menu = [] }) => menu)
}

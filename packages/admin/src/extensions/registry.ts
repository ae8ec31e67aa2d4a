import type { Schema } from '../data/schema.ts'
import { addFieldType } from '../fields/known-types.ts'
import type { Extension, MenuEntry, View } from './contract.ts'

const extensions: (readonly [key: string, extension: Extension])[] = []

/**
 * Registers in the order of the configuration, after the app's own. A later field type replaces one of the same name.
 */
export function addExtension(extension: Extension): void {
  extensions.push([`extension ${extensions.length + 1}`, extension])
  for (const type of extension.fields ?? []) addFieldType(type)
}

/** The extensions that the application has something for, each with a key of its own. */
export function extensionsIn(schema: Schema): readonly (readonly [key: string, extension: Extension])[] {
  return extensions.filter(([, { isIn }]) => isIn?.(schema) ?? true)
}

export function viewOf(key: string): View | undefined {
  return extensions.flatMap(([, { views = [] }]) => views).find((view) => view.key === key)
}

export function menuEntries(schema: Schema): MenuEntry[] {
  return extensionsIn(schema).flatMap(([, { menu = [] }]) => menu)
}

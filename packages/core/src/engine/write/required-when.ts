import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { objectsIn, prefixInside } from '../../content/each-object.ts'
import { isEmpty } from '../../content/empty-value.ts'
import { flatten } from '../../content/field-tree.ts'
import type { Call } from '../call.ts'
import { missing } from './apply.ts'
import { nextDocument } from './next-document.ts'
import type { Overlay } from './overlay.ts'

interface Written {
  readonly overlay: Overlay
  readonly data: JsonObject
  readonly content: JsonObject
  readonly before: StoredDocument | null
}

/**
 * Reports what lacks a value although its `required`, a function, asks for one. The whole document is looked at, since what was written
 * may have made something necessary that was not sent.
 */
export async function reportRequired(call: Call, { overlay, data, content, before }: Written): Promise<void> {
  if (overlay.mayBeIncomplete || !hasConditions(call.entity)) return
  const { localization } = overlay
  const locale = localization && {
    all: false as const,
    locale: localization.defaultLocale,
    chain: [localization.defaultLocale],
  }
  const next = nextDocument({ ...call, locale }, content, before)
  const visit = async (fields: readonly FieldNode[], siblings: Readonly<JsonObject>, prefix: string): Promise<void> => {
    for (const node of fields) {
      const path = prefix + node.name
      const value = siblings[node.name]
      const { required } = node.options
      if (typeof required === 'function' && isEmpty(value) && !overlay.issues.isWithin(path)) {
        if (await required({ next, data, siblings })) missing(overlay, path, node.localized)
      }
      for (const inner of objectsIn(node, value, false))
        await visit(inner.fields, inner.object, prefixInside(path, inner.index))
    }
  }
  await visit(call.entity.fields, next, '')
}

const entitiesWithConditions = new WeakMap<object, boolean>()

/** Whether any field has such a function; found once. */
function hasConditions(entity: Call['entity']): boolean {
  let has = entitiesWithConditions.get(entity)
  if (has === undefined) {
    has = flatten(entity.fields).some(({ options }) => typeof options.required === 'function')
    entitiesWithConditions.set(entity, has)
  }
  return has
}

import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { objectsIn, prefixInside } from '../../content/each-object.ts'
import { isEmpty } from '../../content/empty-value.ts'
import { flatten } from '../../content/field-tree.ts'
import { isShown } from '../../content/show-if.ts'
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
 * Reports what lacks a value although its `required` asks for one in this document: a function, or where something is shown only under a
 * condition. What is hidden is not required, with all that is inside of it. The whole document is looked at, since what was written may
 * have made something necessary that was not sent.
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
      if (!isShown(node.options.admin?.showIf, siblings)) continue
      const path = prefix + node.name
      const value = siblings[node.name]
      const { required } = node.options
      if (decidesLater(node) && isEmpty(value) && !overlay.issues.isWithin(path)) {
        if (typeof required !== 'function' || (await required({ next, data, siblings })))
          missing(overlay, path, node.localized)
      }
      for (const inner of objectsIn(node, value, false))
        await visit(inner.fields, inner.object, prefixInside(path, inner.index))
    }
  }
  await visit(call.entity.fields, next, '')
}

const entitiesWithConditions = new WeakMap<object, boolean>()

/** Whether a field may be required, and only the document says so. */
function decidesLater({ required, options }: FieldNode): boolean {
  return typeof options.required === 'function' || (options.required === true && !required)
}

/** Whether any field is of that kind; found once. */
function hasConditions(entity: Call['entity']): boolean {
  let has = entitiesWithConditions.get(entity)
  if (has === undefined) {
    has = flatten(entity.fields).some(decidesLater)
    entitiesWithConditions.set(entity, has)
  }
  return has
}

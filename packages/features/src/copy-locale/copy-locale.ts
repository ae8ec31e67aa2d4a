import {
  type Call,
  changesDocument,
  deniedPaths,
  type FieldNode,
  flatten,
  isObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  mapObjects,
  ofGlobal,
  parseJson,
  prepare,
  QuireError,
  updateDocument,
} from '@quirecms/core/feature'
import { LOCALE_COPY_SCHEMA } from './copy-locale-api.ts'

/**
 * Copies the values of one locale to another, at any depth, as an update of the target locale: with its hooks,
 * validation and rules. Values that the source lacks stay as they are in the target. Skips fields that the caller may
 * not read or update.
 */
export const copyLocale = changesDocument({
  name: 'copyLocale',
  summary: 'Copy the values of one locale to another',
  description:
    'Copies the values of one locale to another, like an update. Values that are missing in the source stay unchanged in the target.',
  endpoint: { method: 'POST', path: '/{id}/copy-locale' },
  local: { method: 'copyLocale', args: ['id', 'body'] },
  body: { kind: 'schema', schema: LOCALE_COPY_SCHEMA },
  rule: 'update',
  capability: { name: 'copyLocale' },
  request: requestedLocales,
  async run({ call, unit, before, request: { from, to } }) {
    const kept = new Set<string>()
    for (const right of ['read', 'update'] as const) {
      for (const path of (await deniedPaths(call, right, before)) ?? []) kept.add(path)
    }
    const data = valuesOf(call.entity.fields, parseJson(before.json) as JsonObject, from, (node) => {
      return node.readOnly || (node.hidden && !call.caller.system) || kept.has(node.path)
    })
    const inTarget: Call = { ...call, locale: { all: false, locale: to, chain: [to] } }
    return updateDocument(inTarget, unit, before, await prepare(inTarget, data, before))
  },
})

export const copyGlobalLocale = ofGlobal(copyLocale)

function requestedLocales({ input, runtime }: Call): { from: string; to: string } {
  const { from, to } = input.body as { from: string; to: string }
  const locales = runtime.manifest.localization?.locales ?? []
  const issues = Object.entries({ from, to }).flatMap(([path, locale]): Issue[] =>
    locales.includes(locale) ? [] : [{ code: 'option', path, message: 'The application does not have this locale.' }],
  )
  if (from === to) issues.push({ code: 'custom', path: 'to', message: 'Must be a different locale than "from".' })
  if (issues.length > 0) throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
  return { from, to }
}

/**
 * Stored values of one locale, as the input of an update. Includes all rows by their ids, because an update removes
 * rows that are missing.
 */
function valuesOf(
  fields: readonly FieldNode[],
  stored: JsonObject,
  locale: string,
  isKept: (node: FieldNode) => boolean,
): JsonObject {
  const input: JsonObject = {}
  for (const node of fields) {
    const value = stored[node.name]
    if (isKept(node)) continue
    if (node.localized) {
      const found = isObject(value) ? value[locale] : undefined
      if (found !== undefined && found !== null) input[node.name] = writablePart(node, found, isKept)
    } else if (flatten([node]).some(({ localized }) => localized)) {
      input[node.name] = mapObjects(node, value ?? null, (below, object) => valuesOf(below, object, locale, isKept))
    }
  }
  return input
}

/** A whole value of one locale, without the skipped fields in it. */
function writablePart(node: FieldNode, value: JsonValue, isKept: (node: FieldNode) => boolean): JsonValue {
  return mapObjects(node, value, (fields, object) => {
    const input: JsonObject = {}
    for (const below of fields) {
      const inner = object[below.name]
      if (inner !== undefined && !isKept(below)) input[below.name] = writablePart(below, inner, isKept)
    }
    return input
  })
}
